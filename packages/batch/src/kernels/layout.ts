/** Layouts that kernels share with the batch (see the package's README): sizes in bytes, places in words of 4 bytes. */
export const rowSize = 40;
export const cellSize = 12;

export const tagMissing = 0;
export const tagNull = 1;
export const tagText = 2;
export const tagEscaped = 3;
export const tagIntegerText = 4;
export const tagFloatText = 5;
export const tagI64 = 6;
export const tagTime = 8;
export const tagBool = 9;
export const tagJson = 10;
