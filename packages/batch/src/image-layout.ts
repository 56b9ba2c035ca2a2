/**
 * A batch image: one batch in serial form, position-independent, little endian (engine decision 19).
 *
 *     0  magic 'AQBI'  u32      24  row words     u32
 *     4  version       u16      28  cell words    u32
 *     6  (zero)        u16      32  data bytes    u32
 *     8  total bytes   u32      36  codec         u32
 *    12  CRC-32 of 16… u32      40  dictionary bytes u32
 *    16  frames        u32      44  (zero)        u32
 *    20  rows          u32      48  dictionary (JSON, padded to 8), frames, rows, cells, (pad to 8) data
 *
 * A frame is 8 words: envelope, number, meta, flags, wire bytes, raw offset, raw length (0xffffffff = not kept), zero.
 * Rows and cells are as in a batch, all bytes in segment 0 = the data section. Version n reads images of n and n − 1.
 */
export const imageMagic = 0x49425141;
export const imageVersion = 1;
export const imageHeaderBytes = 48;
export const imageFrameWords = 8;
export const noRaw = 0xffffffff;

export const imageAt = {
  magic: 0,
  version: 4,
  zero: 6,
  total: 8,
  crc: 12,
  frames: 16,
  rows: 20,
  rowWords: 24,
  cellWords: 28,
  data: 32,
  codec: 36,
  dictionary: 40,
} as const;

export const pad8 = (bytes: number): number => (bytes + 7) & ~7;

/** Why bytes are not a batch image this version can read. */
export type ImageFault = 'IMAGE_TRUNCATED' | 'IMAGE_DAMAGED' | 'IMAGE_TOO_NEW' | 'IMAGE_MALFORMED';

export class BadImage extends Error {
  override readonly name = 'BadImage';
  readonly code: ImageFault;
  constructor(code: ImageFault, internal: string) {
    super(`${code}: ${internal}`);
    this.code = code;
  }
}
