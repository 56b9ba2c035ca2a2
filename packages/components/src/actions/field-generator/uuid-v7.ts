import type { Random } from '@acequia/base';

/** UUID version 7 (RFC 9562, 5.7): 48 bits of ms, a 12-bit counter within the ms, 62 random bits. Ordered within one maker. */
export function createUuidV7(random: Random): (nowMs: number) => string {
  let lastMs = -1;
  let counter = 0;
  return (nowMs) => {
    if (nowMs > lastMs) {
      lastMs = nowMs;
      counter = 0;
    } else {
      counter += 1;
      if (counter > 0xfff) {
        lastMs += 1;
        counter = 0;
      }
    }
    const bytes = random.bytes(8);
    bytes[0] = (bytes[0]! & 0x3f) | 0x80;
    const time = lastMs.toString(16).padStart(12, '0');
    let rest = '';
    for (const byte of bytes) rest += byte.toString(16).padStart(2, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${rest.slice(0, 4)}-${rest.slice(4)}`;
  };
}
