import { Float, List, Timestamp, type ListItem, type ScalarType } from '@acequia/event';
import { textBuffer } from './text-buffer.ts';

/**
 * Serial form of a list, little endian, in cells and images alike: type u8, three zero bytes, count u32, then the items:
 * string = length u32 + UTF-8, boolean = u8, integer and timestamp (ns) = i64, float = f64.
 */
const types: readonly ScalarType[] = ['string', 'integer', 'float', 'boolean', 'timestamp'];
const itemsMax = 10_000;

export function writeList(list: List): Uint8Array {
  let size = 8;
  for (const item of list.items) size += list.of === 'string' ? 4 + Buffer.byteLength(item as string) : list.of === 'boolean' ? 1 : 8;
  const out = Buffer.alloc(size);
  out[0] = types.indexOf(list.of);
  out.writeUInt32LE(list.items.length, 4);
  let at = 8;
  for (const item of list.items) {
    if (item instanceof Timestamp) {
      at = out.writeBigInt64LE(item.ns, at);
    } else if (item instanceof Float) {
      at = out.writeDoubleLE(item.value, at);
    } else if (typeof item === 'string') {
      const length = out.write(item, at + 4, 'utf8');
      out.writeUInt32LE(length, at);
      at += 4 + length;
    } else if (typeof item === 'boolean') {
      at = out.writeUInt8(item ? 1 : 0, at);
    } else {
      at = out.writeBigInt64LE(BigInt(item), at);
    }
  }
  return out;
}

/** The list in these bytes; undefined when they are not one. */
export function readList(bytes: Uint8Array): List | undefined {
  const buffer = textBuffer(bytes);
  if (buffer.length < 8) return undefined;
  const of = types[buffer[0]!];
  const count = buffer.readUInt32LE(4);
  if (of === undefined || count > itemsMax) return undefined;
  const items: ListItem[] = [];
  let at = 8;
  for (let i = 0; i < count; i++) {
    let size = of === 'boolean' ? 1 : of === 'string' ? 4 : 8;
    if (at + size > buffer.length) return undefined;
    if (of === 'string') {
      size += buffer.readUInt32LE(at);
      if (at + size > buffer.length) return undefined;
      items.push(buffer.utf8Slice(at + 4, at + size));
    } else if (of === 'boolean') {
      items.push(buffer[at] === 1);
    } else if (of === 'float') {
      items.push(new Float(buffer.readDoubleLE(at)));
    } else {
      const value = buffer.readBigInt64LE(at);
      items.push(of === 'timestamp' ? new Timestamp(value) : plainInteger(value));
    }
    at += size;
  }
  return at === buffer.length ? new List(of, items) : undefined;
}

const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** A number inside ±(2⁵³−1), the bigint itself outside. */
export function plainInteger(value: bigint): number | bigint {
  return value >= -safeMax && value <= safeMax ? Number(value) : value;
}
