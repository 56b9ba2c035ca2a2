import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { inspectJournal, JournalTooNew, openJournal, type CommitValue } from '@acequia/journal';
import { readCommits, testLog } from '@acequia/journal/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
/** Fields with something in them, and those of its branches behind `branches.`; `ledger` as a whole. */
const fieldsIn = (record: CommitValue): string[] =>
  Object.entries(record as Readonly<Record<string, CommitValue>>).flatMap(([field, value]) => {
    if (isEmpty(value)) return [];
    if (field === 'branches')
      return Object.values(value as object).flatMap((branch) => fieldsIn(branch as CommitValue).map((one) => `branches.${one}`));
    if (field === 'outbox' || field === 'spill' || field === 'state' || field === 'replay')
      return [field, ...fieldsIn(value).map((one) => `${field}.${one}`)];
    return [field];
  });
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

test('the folders hold every kind of stream and record that there is, and the fields of a version’s', () => {
  const streams = new Set<string>();
  const kinds = new Set<string>();
  const fields = new Set<string>();
  for (const [index, { files }] of Object.values(folders).entries()) {
    const place = join(directory, String(index));
    putFiles(files, place);
    for (const { stream } of inspectJournal(join(place, 'journal')).streams) streams.add(stream.split('/')[0]!);
    for (const [name, text] of Object.entries(files)) {
      if (!name.startsWith('journal/commits-')) continue;
      for (const [key, value] of readCommits(Buffer.from(text, 'base64'), name).values) {
        if (!key.startsWith('\0')) kinds.add(key.split('/')[0]!);
        if (key.startsWith('v/')) for (const field of fieldsIn(value)) fields.add(field);
      }
    }
  }
  expect([...streams].sort()).toEqual(['dl', 'li', 'ob', 'rd', 'rl', 'st']);
  expect([...kinds].sort()).toEqual(['c', 'd', 'dl', 'dl-handed', 'e', 'i', 'l', 'p', 'r', 't', 'v']);
  expect([...fields].sort()).toEqual([
    'branches.checkpoint',
    'branches.id',
    'branches.outbox',
    'branches.outbox.pending',
    'branches.outbox.spill',
    'branches.outbox.spill.bytes',
    'branches.outbox.spill.low',
    'branches.outbox.spill.partial',
    'branches.outbox.spill.ranges',
    'branches.outbox.spill.rows',
    'carried',
    'cursors',
    'datasinks',
    'ledger',
    'parking',
    'pipelineId',
    'positions',
    'redrivenFrom',
    'replay',
    'replay.id',
    'replay.versionId',
    'rides',
    'state',
    'state.kept',
    'state.madeTo',
    'state.positions',
    'stopAt',
    'tenantId',
  ]);
});

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
