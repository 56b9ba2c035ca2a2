import { describe, expect, test } from 'vitest';
import { FileRecords, type FileRecord } from './file-records.ts';
import { digestOf, sampleBytes } from './fingerprint.ts';
import { recognise, type Candidate } from './recognise.ts';

const text = Buffer.from(Array.from({ length: 500 }, (_, index) => `line ${index}\n`).join(''));
const before = (content: Buffer, place: number) =>
  place > content.length ? undefined : digestOf(content.subarray(Math.max(0, place - sampleBytes), place));

const candidate = (content: Buffer, more: Partial<Candidate> = {}): Candidate => ({
  digests: (places) => Promise.resolve(places.map((place) => before(content, place))),
  size: () => content.length,
  first: () => content.subarray(0, sampleBytes),
  copyOf: undefined,
  own: undefined,
  ...more,
});

const recordOf = (content: Buffer, offset: number, more: Partial<FileRecord> = {}): FileRecord => ({
  key: '000000000000',
  head: before(content, sampleBytes)!,
  headBytes: sampleBytes,
  offset,
  tail: before(content, offset)!,
  seenMs: 0,
  gone: false,
  whole: false,
  ...more,
});

/** `live`: what the record's file holds now; undefined when it no longer holds what was read. */
function verdictOf(what: Candidate, record: FileRecord, live?: Buffer) {
  const records = new FileRecords(undefined);
  records.add(record);
  return recognise(what, {
    records,
    live: (_, place) => Promise.resolve(live && { size: live.length, before: place === undefined ? undefined : before(live, place) }),
    noteHeads: () => Promise.resolve(),
    begins: () => Promise.resolve(false),
  });
}

describe('of a file that is there', () => {
  test.each([
    ['the whole of it', text, text, 'copy'],
    ['its beginning', text.subarray(0, 1000), text, 'copying'],
    ['another content below the same heading', Buffer.concat([text.subarray(0, 600), Buffer.alloc(300)]), text, 'new'],
    ['more than it has', Buffer.concat([text, text]), text, 'new'],
    ['its beginning, when it was emptied a moment ago', text.subarray(0, 1000), undefined, 'unclear'],
    ['the whole of it, when it was emptied a moment ago', text, undefined, 'copy'],
  ])('%s', async (_, content, live, kind) => {
    expect((await verdictOf(candidate(content), recordOf(text, 2000), live)).kind).toBe(kind);
  });
});

describe('of a file that is gone', () => {
  const gone = (more: Partial<FileRecord> = {}) => recordOf(text, 2000, { gone: true, ...more });
  const shorter = text.subarray(0, 1500);
  test('what was read and more', async () => {
    expect((await verdictOf(candidate(text), gone())).kind).toBe('continues');
  });
  test('less than was read: taken, when it was seen as its copy', async () => {
    const record = gone();
    expect((await verdictOf(candidate(shorter, { copyOf: record }), record)).kind).toBe('taken');
  });
  test('less than was read: taken, when it holds what was read at the last look before', async () => {
    const mark = (offset: number) => ({ offset, tail: before(text, offset)! });
    expect((await verdictOf(candidate(shorter), gone({ mark: mark(1200) }))).kind).toBe('taken');
    expect((await verdictOf(candidate(shorter), gone({ mark: mark(1800) }))).kind).toBe('shorter');
    expect((await verdictOf(candidate(shorter, { size: () => undefined }), gone({ mark: mark(1200) }))).kind).toBe('taken');
  });
  test('less than was read, and nothing else is known: it may be a new file with the same heading', async () => {
    expect((await verdictOf(candidate(shorter), gone())).kind).toBe('shorter');
    expect((await verdictOf(candidate(shorter), gone({ mark: { offset: 100, tail: before(text, 100)! } }))).kind).toBe('shorter');
  });
  test('its own record is no other file', async () => {
    const record = gone();
    expect((await verdictOf(candidate(text, { own: record }), record)).kind).toBe('new');
  });
});
