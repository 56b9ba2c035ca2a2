import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { inspectJournal, JournalTooNew, openJournal, type CommitValue } from '@acequia/journal';
import { readCommits, testLog } from '@acequia/journal/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginLife } from '../test/old-folders/life.ts';
import { filesOf, goOn, nameOf, putFiles, readOldFolders, type Outcome } from '../test/old-folders/old-folder.ts';
import { scenes } from '../test/old-folders/scenes.ts';

const folders = readOldFolders();
const log = { identity: testLog(), clock: systemClock, log: silentLog };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'acequia-old-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const without = (lines: readonly string[], others: readonly string[]) => lines.filter((line) => !others.includes(line));
const linesTo = (outcome: Outcome, destination: string) => outcome.sent[destination]!.map(([line]) => line);
/** Names of a record's fields, and of what its branches and the parts of them hold; `empty`: those with nothing in them too. */
const fieldsIn = (record: CommitValue, empty = false): string[] =>
  isRecord(record)
    ? Object.entries(record).flatMap(([field, value]) => {
        if (isEmpty(value) && !empty) return [];
        if (field === 'branches') return Object.values(value as object).flatMap((one) => within(field, one as CommitValue, empty));
        return parts.has(field) ? [field, ...within(field, value, empty)] : [field];
      })
    : [];
const parts: ReadonlySet<string> = new Set(['outbox', 'spill', 'state', 'replay', 'partition', 'ledger']);
const within = (field: string, value: CommitValue, empty: boolean) => fieldsIn(value, empty).map((one) => `${field}.${one}`);
const isRecord = (value: CommitValue): value is Readonly<Record<string, CommitValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: CommitValue): boolean => value === null || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}';

/** What does not depend on which of two destinations answers first, nor on how much was written before an event came in. */
const lasting = ({ sent, ...rest }: Outcome, fresh: readonly string[]) => ({
  ...rest,
  keys: Object.fromEntries(
    Object.entries(sent).map(([destination, pairs]) => [destination, Object.fromEntries(pairs.filter(([line]) => !fresh.includes(line)))]),
  ),
});

describe.each(scenes)('the folder of a process that died: $name', (scene) => {
  test.each([
    [0, 0],
    [2, 0],
    [2, 2],
  ])('written by %i lanes, opened by %i: all comes once, by the same name, and counts go on', { timeout: 120_000 }, async (made, lanes) => {
    const folder = folders[nameOf(scene, made)]!;
    putFiles(folder.files, directory);
    const outcome = await goOn(scene, directory, lanes);
    for (const [destination, lines] of Object.entries(scene.lines)) {
      const before = folder.before[destination]!;
      const all = [...before, ...linesTo(outcome, destination)];
      expect({ destination, lost: without(lines, all), invented: without(all, lines) }).toEqual({ destination, lost: [], invented: [] });
      expect(all.filter((line, index) => all.indexOf(line) !== index)).toEqual([]);
      if (scene.inOrder?.includes(destination)) expect(linesTo(outcome, destination)).toEqual(without(lines, before));
    }
    const { fresh = [] } = scene;
    expect(lasting(outcome, fresh)).toEqual(lasting(folder.after, fresh));
  });
});

/** What a folder's journal holds: kinds of streams, and of its records the names of their fields. */
function contentOf(place: string, files: Readonly<Record<string, string>>) {
  const kinds = new Set<string>();
  const set = new Set<string>();
  const written = new Set<string>();
  for (const [name, text] of Object.entries(files)) {
    if (!name.startsWith('journal/commits-')) continue;
    for (const [key, value] of readCommits(Buffer.from(text, 'base64'), name).values) {
      // The journal's own records begin so.
      if (key.startsWith('\0')) continue;
      const kind = key.split('/')[0]!;
      kinds.add(kind);
      for (const field of fieldsIn(value)) set.add(`${kind}: ${field}`);
      for (const field of fieldsIn(value, true)) written.add(`${kind}: ${field}`);
    }
  }
  return { streams: inspectJournal(join(place, 'journal')).streams.map(({ stream }) => stream.split('/')[0]!), kinds, set, written };
}

test('the folders hold every kind of stream and record that there is, and every field that is written', async () => {
  const streams = new Set<string>();
  const kinds = new Set<string>();
  const fields = new Set<string>();
  for (const [index, { files }] of Object.values(folders).entries()) {
    const place = join(directory, String(index));
    putFiles(files, place);
    const content = contentOf(place, files);
    for (const stream of content.streams) streams.add(stream);
    for (const kind of content.kinds) kinds.add(kind);
    for (const field of content.set) fields.add(field);
  }
  expect([...streams].sort()).toEqual(['dl', 'li', 'ob', 'rd', 'rl', 'st']);
  expect([...kinds].sort()).toEqual(['c', 'd', 'dl', 'dl-handed', 'e', 'i', 'l', 'p', 'r', 't', 'v']);
  // A field that a folder of today has, with something in it or not, and that no old one has with something in it, is not looked at above.
  const unseen = new Set<string>();
  for (const [index, scene] of scenes.filter(({ name }) => writers.includes(name)).entries()) {
    const place = join(directory, `today ${index}`);
    const life = await beginLife(place, 0, scene.limits);
    await scene.enter(life);
    await life.die();
    for (const field of contentOf(place, filesOf(place)).written) if (!fields.has(field)) unseen.add(field);
  }
  expect([...unseen]).toEqual([]);
});
/** Scenes whose folders, together, have records of all kinds that have fields. */
const writers: readonly string[] = ['letters', 'state', 'replays over', 'epochs', 'behind', 'crash'];

test('a folder of a newer format is refused with both versions named, and left as it is', async () => {
  const { files } = folders[nameOf(scenes[0]!, 0)]!;
  putFiles(files, directory);
  const path = join(directory, 'journal/journal.json');
  const meta = JSON.parse(readFileSync(path, 'utf8')) as { version: number };
  writeFileSync(path, JSON.stringify({ ...meta, version: meta.version + 1 }));
  const found = filesOf(directory);
  const opening = openJournal({ ...log, directory: join(directory, 'journal') });
  await expect(opening).rejects.toBeInstanceOf(JournalTooNew);
  await expect(opening).rejects.toThrow(`version ${meta.version + 1}, this program reads up to ${meta.version}`);
  expect(filesOf(directory)).toEqual(found);
});
