import type { SideText } from './side-text.ts';
import { wireTypes, type WireReader } from './wire-reader.ts';

const comma = 0x2c;

/** The AnyValue in a range as JSON: bytes in base64, NaN and infinities as text, nothing as null. Leaves the reader's range as it found it. */
export function writeAnyValue(reader: WireReader, start: number, stop: number, side: SideText): void {
  const { at, end } = reader;
  const begun = side.size;
  reader.range(start, stop);
  let any = false;
  while (reader.next()) {
    if (any && reader.field <= 7) side.rewind(begun);
    any = true;
    switch (reader.field) {
      case 1:
        side.jsonString(reader.bytes, reader.start, reader.stop);
        break;
      case 2:
        side.text(reader.low === 0 && reader.high === 0 ? 'false' : 'true');
        break;
      case 3:
        side.text(String(reader.signed()));
        break;
      case 4:
        side.float(reader.doubleAt(reader.start));
        break;
      case 5:
        writeArray(reader, reader.start, reader.stop, side);
        break;
      case 6:
        writeObject(reader, reader.start, reader.stop, 1, side);
        break;
      case 7:
        side.byte(0x22);
        side.base64(reader.bytes, reader.start, reader.stop);
        side.byte(0x22);
        break;
    }
  }
  if (side.size === begun) side.text('null');
  reader.range(at, end);
}

/** Pairs up to which keys are compared with each other; more of them are looked up. */
const comparedMax = 32;

/**
 * The key–value pairs that a message repeats under a field number, as a JSON object. OTLP wants keys to be unique: where a sender
 * repeats one, its last value counts.
 */
export function writeObject(reader: WireReader, start: number, stop: number, field: number, side: SideText): void {
  const { at, end } = reader;
  const pairs: Pair[] = [];
  reader.range(start, stop);
  while (reader.next())
    if (reader.field === field && reader.wire === wireTypes.bytes) pairs.push(readPair(reader, reader.start, reader.stop));
  side.byte(0x7b);
  let first = true;
  for (const pair of lastOfEach(reader.bytes, pairs)) {
    if (!first) side.byte(comma);
    first = false;
    side.jsonString(reader.bytes, pair.keyStart, pair.keyStop);
    side.byte(0x3a);
    writeAnyValue(reader, pair.valueStart, pair.valueStop, side);
  }
  side.byte(0x7d);
  reader.range(at, end);
}

interface Pair {
  readonly keyStart: number;
  readonly keyStop: number;
  readonly valueStart: number;
  readonly valueStop: number;
}

function readPair(reader: WireReader, start: number, stop: number): Pair {
  const { at, end } = reader;
  reader.range(start, stop);
  let [keyStart, keyStop, valueStart, valueStop] = [0, 0, 0, 0];
  while (reader.next()) {
    if (reader.field === 1) [keyStart, keyStop] = [reader.start, reader.stop];
    else if (reader.field === 2) [valueStart, valueStop] = [reader.start, reader.stop];
  }
  reader.range(at, end);
  return { keyStart, keyStop, valueStart, valueStop };
}

/** In the order of the pairs kept. */
function lastOfEach(bytes: Uint8Array, pairs: readonly Pair[]): readonly Pair[] {
  if (pairs.length > comparedMax) {
    const last = new Map(pairs.map((pair, index) => [Buffer.from(bytes.subarray(pair.keyStart, pair.keyStop)).toString('latin1'), index]));
    return last.size === pairs.length ? pairs : [...last.values()].sort((one, other) => one - other).map((index) => pairs[index]!);
  }
  const isRepeated = (pair: Pair, index: number) => pairs.some((later, at) => at > index && sameKey(bytes, pair, later));
  return pairs.some(isRepeated) ? pairs.filter((pair, index) => !isRepeated(pair, index)) : pairs;
}

function sameKey(bytes: Uint8Array, one: Pair, other: Pair): boolean {
  const length = one.keyStop - one.keyStart;
  if (length !== other.keyStop - other.keyStart) return false;
  for (let at = 0; at < length; at++) if (bytes[one.keyStart + at] !== bytes[other.keyStart + at]) return false;
  return true;
}

function writeArray(reader: WireReader, start: number, stop: number, side: SideText): void {
  const { at, end } = reader;
  reader.range(start, stop);
  side.byte(0x5b);
  let first = true;
  while (reader.next()) {
    if (reader.field !== 1) continue;
    if (!first) side.byte(comma);
    first = false;
    writeAnyValue(reader, reader.start, reader.stop, side);
  }
  side.byte(0x5d);
  reader.range(at, end);
}
