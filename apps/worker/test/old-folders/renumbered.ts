import { basename } from 'node:path';
import { crc32 } from 'node:zlib';

/** Numbers that a folder was made with, and those of here. */
export interface Renumbering {
  /** Of users' files, decimal. */
  readonly inodes: ReadonlyMap<string, string>;
  /** Port of the HTTP destination, of five digits both. */
  readonly port: { readonly from: string; readonly to: string };
  /** A file listener's digests of device and inode, hex. */
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * A file of a worker's folder, or of a file data sink's own, for the numbers of here. Of the formats that the old folders are in: it is
 * not to be changed with the program's. A journal's records keep their length, and get the checksums that go with what they now hold.
 */
export function renumbered(name: string, bytes: Buffer, renumbering: Renumbering): Buffer {
  if (name.endsWith('.opened')) return Buffer.from(ofRunLog(bytes.toString(), renumbering));
  const file = Buffer.from(bytes);
  if (/^commits-\d+\.log$/.test(basename(name))) inCommits(file, renumbering);
  if (/^segment-\d+\.log$/.test(basename(name))) inSegment(file, renumbering);
  return file;
}

const ofRunLog = (text: string, { inodes }: Renumbering): string =>
  text.replaceAll(/"ino":"(\d+)"|\["(\d+)",/g, (whole, opened?: string, closed?: string) => {
    const old = opened ?? closed!;
    return whole.replace(old, inodes.get(old) ?? old);
  });

/** Magic, version, length of the payload, and its checksum with these two. */
function inCommits(file: Buffer, renumbering: Renumbering): void {
  const headBytes = 16;
  for (let at = 0; at + headBytes <= file.length && file.readUInt32LE(at) === 0x4d435141;) {
    const end = at + headBytes + file.readUInt32LE(at + 8);
    if (end > file.length) return;
    file.write(ofPayload(file.toString('latin1', at + headBytes, end), renumbering), at + headBytes, 'latin1');
    file.writeUInt32LE(crc32(file.subarray(at + headBytes, end), crc32(file.subarray(at + 4, at + 12))), at + 12);
    at = (end + 7) & ~7;
  }
}

/** Head, with checksums of the body's pieces and of itself, body and foot. Only notes have anything to renumber. */
function inSegment(file: Buffer, renumbering: Renumbering): void {
  const [headerBytes, pieceBytes] = [32, 16 * 1024];
  for (let at = headerBytes; at + 88 <= file.length && file.readUInt32LE(at) === 0x4b425141;) {
    const [head, body, record] = [12, 16, 20].map((place) => file.readUInt32LE(at + place)) as [number, number, number];
    if (at + record > file.length) return;
    const bodyAt = at + head;
    file.write(ofPayload(file.toString('latin1', bodyAt, bodyAt + body), renumbering), bodyAt, 'latin1');
    const checksumsAt = at + 88 + file.readUInt16LE(at + 76) + file.readUInt32LE(at + 80);
    for (let piece = 0; piece * pieceBytes < body; piece++) {
      const from = bodyAt + piece * pieceBytes;
      file.writeUInt32LE(crc32(file.subarray(from, Math.min(bodyAt + body, from + pieceBytes))), checksumsAt + piece * 4);
    }
    file.writeUInt32LE(crc32(file.subarray(at + 12, bodyAt), crc32(file.subarray(at + 4, at + 8))), at + 8);
    at += record;
  }
}

/** Of the same length. When a file was opened says nothing here, and gives the room for a longer number. */
const ofPayload = (text: string, { inodes, keys, port }: Renumbering): string =>
  text
    .replaceAll(`"http://127.0.0.1:${port.from}"`, `"http://127.0.0.1:${port.to}"`)
    .replaceAll(/(\\"ino\\":\\")(\d+)(\\",\\"body\\":\d+,\\"openedMs\\":)(\d+)/g, (whole, begin: string, old: string, middle: string) => {
      const fresh = `${begin}${inodes.get(old) ?? old}${middle}`;
      const room = whole.length - fresh.length;
      if (room < 1) throw new Error(`no room for the number of a file: ${fresh}`);
      return `${fresh}${'1'.padStart(room)}`;
    })
    .replaceAll(/(?<="bytes":"|state\/[^"]*",")[A-Za-z0-9+/=]+(?=")/g, (state) => ofSource(state, keys));

/** A file listener's state: a head of 8 bytes, then records of 32 that begin with the key of a file. */
function ofSource(base64: string, keys: Renumbering['keys']): string {
  const state = Buffer.from(base64, 'base64');
  for (let at = 8; at + 32 <= state.length; at += 32) {
    const fresh = keys.get(state.toString('hex', at, at + 6));
    if (fresh !== undefined) state.write(fresh, at, 'hex');
  }
  return state.toString('base64');
}
