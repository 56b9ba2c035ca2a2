import { crc32 } from 'node:zlib';

/** The first bytes of a segment file: magic 'AQSG' u32, version u16, zero u16, generation u32, sequence f64, created ms f64, CRC of the bytes before u32. */
export const segmentHeaderBytes = 32;
export const segmentVersion = 1;
const magic = 0x47535141;

export function segmentName(sequence: number): string {
  return `segment-${String(sequence).padStart(10, '0')}.log`;
}

export function segmentSequence(name: string): number | undefined {
  const match = /^segment-(\d{10})\.log$/.exec(name);
  return match ? Number(match[1]) : undefined;
}

export function indexName(segment: string): string {
  return `${segment}.index`;
}

export function segmentHeader(generation: number, sequence: number, createdMs: number): Buffer {
  const header = Buffer.alloc(segmentHeaderBytes);
  header.writeUInt32LE(magic, 0);
  header.writeUInt16LE(segmentVersion, 4);
  header.writeUInt32LE(generation, 8);
  header.writeDoubleLE(sequence, 12);
  header.writeDoubleLE(createdMs, 20);
  header.writeUInt32LE(crc32(header.subarray(0, 28)), 28);
  return header;
}

/** Version of a sound header, undefined when it is damaged. */
export function segmentVersionOf(file: Buffer): number | undefined {
  if (file.length < segmentHeaderBytes || file.readUInt32LE(0) !== magic) return undefined;
  return crc32(file.subarray(0, 28)) === file.readUInt32LE(28) ? file.readUInt16LE(4) : undefined;
}

/** Opening of the journal in which a segment with a sound header was begun; undefined when it is damaged. */
export function headerGeneration(file: Buffer): number | undefined {
  return segmentVersionOf(file) === undefined ? undefined : file.readUInt32LE(8);
}

/** Sequence number a sound header tells; undefined when it is damaged. */
export function headerSequence(file: Buffer): number | undefined {
  return segmentVersionOf(file) === undefined ? undefined : file.readDoubleLE(12);
}
