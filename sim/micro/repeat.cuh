/* A statement so many times in a row, straight-line: a loop's own instructions would be measured. */
#define X2(x)   x x
#define X4(x)   X2(x) X2(x)
#define X8(x)   X4(x) X4(x)
#define X16(x)  X8(x) X8(x)
#define X32(x)  X16(x) X16(x)
#define X64(x)  X32(x) X32(x)
#define X128(x) X64(x) X64(x)
