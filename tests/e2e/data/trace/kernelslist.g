MemcpyHtoD,0x00007e0000000000,4096
kernel-1.traceg
MemcpyDtoH,0x00007e0000000000,4096
kernel-2.traceg
