/* memory_out() of programs. */
#include <stdio.h>
#include <stdlib.h>

#include "front/memory.h"

void memory_out(void)
{
    fputs("lockwarp: out of memory\n", stderr);
    abort();
}
