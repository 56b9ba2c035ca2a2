import { crc32 } from 'node:zlib';
import { KiB } from '@acequia/base';
import { JournalTooNew } from './errors.ts';
import type { CommitValue } from './journal.ts';

/** A record of the commit log: magic 'AQCM' u32, version u16, zero u16, payload bytes u32, CRC of version to payload bytes and of the payload (version 1: of the payload alone) u32, payload (JSON pairs of key and value, null = removed), pad to 8. */
export const commitVersion = 2;
const magic = 0x4d435141;
const headBytes = 16;
const recordCharactersMax = 16 * KiB;

export type CommitChanges = ReadonlyMap<string, CommitValue | null>;

export function commitName(number: number): string {
  return `commits-${String(number).padStart(8, '0')}.log`;
}

export function commitNumber(name: string): number | undefined {
  const match = /^commits-(\d{8})\.log$/.exec(name);
  return match ? Number(match[1]) : undefined;
}

export function encodeCommit(changes: CommitChanges): Buffer {
  const payload = Buffer.from(JSON.stringify([...changes]));
  const record = Buffer.alloc((headBytes + payload.length + 7) & ~7);
  record.writeUInt32LE(magic, 0);
  record.writeUInt16LE(commitVersion, 4);
  record.writeUInt32LE(payload.length, 8);
  record.set(payload, headBytes);
  record.writeUInt32LE(commitCrc(record, 0, payload), 12);
  return record;
}

function commitCrc(file: Buffer, at: number, payload: Buffer): number {
  return crc32(payload, file.readUInt16LE(at + 4) === 1 ? 0 : crc32(file.subarray(at + 4, at + 12)));
}

/** A whole state as several records, so that damage takes few keys. Only for a file that appears at once. */
export function encodeCommits(values: CommitChanges): Buffer {
  const records: Buffer[] = [];
  let part = new Map<string, CommitValue | null>();
  let size = 0;
  for (const [key, value] of values) {
    part.set(key, value);
    size += key.length + JSON.stringify(value).length;
    if (size < recordCharactersMax) continue;
    records.push(encodeCommit(part));
    part = new Map();
    size = 0;
  }
  if (part.size > 0 || records.length === 0) records.push(encodeCommit(part));
  return Buffer.concat(records);
}

/** Applies all sound records in order. A damaged record is passed over and counted, except at the end: it was never acknowledged there, unless it is the first. */
export function readCommits(file: Buffer, name: string): { values: Map<string, CommitValue>; damaged: number } {
  const values = new Map<string, CommitValue>();
  let damaged = 0;
  let at = 0;
  while (at < file.length) {
    const end = applyAt(file, at, values, name);
    if (end !== undefined) {
      at = end;
      continue;
    }
    const next = nextSound(file, at + 8);
    if (next === undefined) {
      if (at === 0) damaged++;
      break;
    }
    damaged++;
    at = next;
  }
  return { values, damaged };
}

function payloadAt(file: Buffer, at: number): Buffer | undefined {
  if (at + headBytes > file.length || file.readUInt32LE(at) !== magic) return undefined;
  const length = file.readUInt32LE(at + 8);
  if (at + headBytes + length > file.length) return undefined;
  const payload = file.subarray(at + headBytes, at + headBytes + length);
  return commitCrc(file, at, payload) === file.readUInt32LE(at + 12) ? payload : undefined;
}

function applyAt(file: Buffer, at: number, values: Map<string, CommitValue>, name: string): number | undefined {
  const payload = payloadAt(file, at);
  if (payload === undefined) return undefined;
  const version = file.readUInt16LE(at + 4);
  if (version > commitVersion) throw new JournalTooNew(`${name} has format version ${version}, this program reads up to ${commitVersion}`);
  for (const [key, value] of JSON.parse(payload.toString()) as [string, CommitValue][]) {
    if (value === null) values.delete(key);
    else values.set(key, value);
  }
  return at + ((headBytes + payload.length + 7) & ~7);
}

function nextSound(file: Buffer, from: number): number | undefined {
  for (let at = from; at + headBytes <= file.length; at += 8) if (payloadAt(file, at) !== undefined) return at;
  return undefined;
}
