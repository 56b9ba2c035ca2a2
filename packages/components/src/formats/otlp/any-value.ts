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

/** The key–value pairs that a message repeats under a field number, as a JSON object. */
export function writeObject(reader: WireReader, start: number, stop: number, field: number, side: SideText): void {
  const { at, end } = reader;
  reader.range(start, stop);
  side.byte(0x7b);
  let first = true;
  while (reader.next()) {
    if (reader.field !== field || reader.wire !== wireTypes.bytes) continue;
    if (!first) side.byte(comma);
    first = false;
    writePair(reader, reader.start, reader.stop, side);
  }
  side.byte(0x7d);
  reader.range(at, end);
}

function writePair(reader: WireReader, start: number, stop: number, side: SideText): void {
  const { at, end } = reader;
  reader.range(start, stop);
  let [keyStart, keyStop, valueStart, valueStop] = [0, 0, 0, 0];
  while (reader.next()) {
    if (reader.field === 1) [keyStart, keyStop] = [reader.start, reader.stop];
    else if (reader.field === 2) [valueStart, valueStop] = [reader.start, reader.stop];
  }
  side.jsonString(reader.bytes, keyStart, keyStop);
  side.byte(0x3a);
  writeAnyValue(reader, valueStart, valueStop, side);
  reader.range(at, end);
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
