import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal, type DiskJournal, type JournalReport } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { expect, test } from 'vitest';
import { journalDoctorCommand } from './journal-doctor.ts';
import { acequia, testFolder } from './test-files.ts';

const frame = Buffer.from('a line of forty bytes, give or take one.');

async function withBlocks(directory: string, count: number): Promise<DiskJournal> {
  const journal = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  for (let n = 0; n < count; n++) {
    await journal.append({
      blocks: [
        {
          stream: 'li/t1/LI_1/0',
          codec: 1,
          meta: ['{"receivedMs":1,"transport":"tcp"}'],
          frames: Uint32Array.of(0, frame.length, 0, 0, frame.length),
          frameCount: 1,
          bytes: frame,
        },
      ],
      durability: 'fsync',
    });
  }
  return journal;
}

async function doctor(...args: readonly string[]): Promise<{ code: number; lines: readonly string[] }> {
  const lines: string[] = [];
  const code = await journalDoctorCommand(args, (line) => lines.push(line));
  return { code, lines };
}

test('a sound journal, as a process: streams, blocks, nothing lost', async () => {
  const directory = testFolder();
  await (await withBlocks(directory, 3)).close();
  const { code, out } = await acequia(['journal', 'doctor', 'inspect', directory]);
  expect(out).toContain('stream li/t1/LI_1/0: blocks 1 to 3, 3 frames');
  expect(out).toContain('Nothing acknowledged is lost.');
  expect(code).toBe(0);
});

test('a journal in use: its process is named, and nothing is changed', async () => {
  const directory = testFolder();
  const journal = await withBlocks(directory, 1);
  const { code, lines } = await doctor('inspect', directory);
  expect(lines[0]).toContain(`in use by process ${process.pid}`);
  expect(code).toBe(0);
  await journal.close();
});

test('a flipped byte: verify counts the frame, as JSON too, and the exit code says it', async () => {
  const directory = testFolder();
  await (await withBlocks(directory, 3)).close();
  damage(directory, 0);
  const { code, lines } = await doctor('verify', directory, '--json');
  expect((JSON.parse(lines[0]!) as JournalReport).lost.frames).toBe(1);
  expect(code).toBe(1);
  const { lines: told } = await doctor('verify', directory);
  expect(told.at(-1)).toMatch(/^Lost: 1 frames/);
  expect(told.find((line) => line.startsWith('stream'))).toMatch(/, 1 frames damaged, unreadable: blocks 1$/);
});

test.each([
  ['export', []],
  ['skip', ['--from', '1', '--to', '1', '--why', 'bad disk']],
] as const)('%s of a stream that is not there: those that are there are named, and nothing is changed', async (action, more) => {
  const directory = testFolder();
  await (await withBlocks(directory, 1)).close();
  const { code, lines } = await doctor(action, directory, '--stream', 'li/t1/LI_9/0', ...more);
  expect(lines).toEqual([`There is no stream li/t1/LI_9/0. There are: ${stream}.`]);
  expect(code).toBe(2);
  expect(readdirSync(directory)).not.toContain('audit.ndjson');
});

/** Flips a bit in the n-th frame (from 0). */
function damage(directory: string, n: number): void {
  const segment = join(
    directory,
    readdirSync(directory).find((name) => name.startsWith('segment-') && name.endsWith('.log'))!,
  );
  const bytes = readFileSync(segment);
  let at = bytes.indexOf(frame);
  for (let passed = 0; passed < n; passed++) at = bytes.indexOf(frame, at + 1);
  bytes.writeUInt8(bytes.readUInt8(at + 5) ^ 0xff, at + 5);
  writeFileSync(segment, bytes);
}

const stream = 'li/t1/LI_1/0';

test('export: the frames that can be read, as they were received; damaged ones are told', async () => {
  const directory = testFolder();
  await (await withBlocks(directory, 4)).close();
  damage(directory, 1);
  const all = await doctor('export', directory, '--stream', stream);
  expect(all.code).toBe(1);
  expect(all.lines.map((line) => JSON.parse(line) as object)).toEqual(
    [1, 3, 4].map((block) =>
      expect.objectContaining({ stream, block, frame: 0, codec: 1, meta: { receivedMs: 1, transport: 'tcp' }, text: frame.toString() }),
    ),
  );
  const output = join(directory, 'frames.ndjson');
  const some = await doctor('export', directory, '--stream', stream, '--from', '3', '--to', '3', '--output', output);
  expect(some).toEqual({ code: 0, lines: [`Frames written to ${output}: 1.`] });
  expect((JSON.parse(readFileSync(output, 'utf8')) as { block: number }).block).toBe(3);
});

test('skip: the range is no longer read nor counted as lost, and an audit line says who, why and when', async () => {
  const directory = testFolder();
  await (await withBlocks(directory, 4)).close();
  damage(directory, 1);
  expect((await doctor('verify', directory)).code).toBe(1);
  const order = ['--stream', stream, '--from', '2', '--to', '2', '--who', 'ana', '--why', 'disk of node 3 was replaced'];
  expect((await doctor('skip', directory, ...order)).code).toBe(0);
  const after = await doctor('verify', directory);
  expect(after.lines.join('\n')).toContain('skipped: blocks 2');
  expect(after.code).toBe(0);
  const [audit] = readFileSync(join(directory, 'audit.ndjson'), 'utf8').trimEnd().split('\n');
  expect(JSON.parse(audit!)).toMatchObject({ action: 'skip', stream, from: 2, to: 2, who: 'ana', why: 'disk of node 3 was replaced' });
  expect((JSON.parse(audit!) as { at: string }).at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  const journal = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  expect((await journal.read(stream, { block: 1, frame: 0 }, 1e6)).map(({ block }) => block)).toEqual([1, 3, 4]);
  expect(journal.damage()).toEqual({ frames: 0, blocks: 0 });
  await journal.close();
});

test('export and skip while a worker holds the journal: refused with its process, nothing changed', async () => {
  const directory = testFolder();
  const journal = await withBlocks(directory, 2);
  const before = readdirSync(directory).toSorted();
  for (const args of [
    ['export', directory, '--stream', stream],
    ['skip', directory, '--stream', stream, '--from', '1', '--to', '1', '--why', 'x'],
  ])
    expect(await doctor(...args)).toEqual({
      code: 2,
      lines: [`${directory} is in use by process ${process.pid}. Stop that worker first.`],
    });
  expect(readdirSync(directory).toSorted()).toEqual(before);
  await journal.close();
});

test('written by a newer program: one line with both versions', async () => {
  const directory = testFolder();
  await (await withBlocks(directory, 1)).close();
  const commits = join(
    directory,
    readdirSync(directory).find((name) => name.startsWith('commits-'))!,
  );
  const bytes = readFileSync(commits);
  bytes.writeUInt16LE(99, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(16, 16 + bytes.readUInt32LE(8)), crc32(bytes.subarray(4, 12))), 12);
  writeFileSync(commits, bytes);
  const { code, lines } = await doctor('inspect', directory);
  expect(lines).toEqual([expect.stringMatching(/version 99, this program reads up to \d+$/)]);
  expect(code).toBe(2);
});

test('a skip of blocks that are not there: refused, nothing audited', async () => {
  const directory = testFolder();
  await (await withBlocks(directory, 2)).close();
  const { code, lines } = await doctor('skip', directory, '--stream', stream, '--from', '2', '--to', '9', '--why', 'x');
  expect(lines).toEqual([expect.stringContaining('blocks 1 to 2')]);
  expect(code).toBe(2);
  expect(readdirSync(directory)).not.toContain('audit.ndjson');
});

test('a folder that is no journal does not become one', async () => {
  const directory = testFolder();
  expect(await doctor('export', directory, '--stream', stream)).toEqual({ code: 2, lines: [`${directory} holds no journal`] });
  expect(readdirSync(directory)).toEqual([]);
});

test.each([
  ['a folder that is not there', ['inspect', '/nowhere/journal'], 'does not exist'],
  ['no folder', ['inspect'], 'Usage'],
  ['a word it does not know', ['heal', '/tmp'], 'Usage'],
  ['an option it does not know', ['inspect', '/tmp', '--fast'], 'Usage'],
  ['an export of nothing', ['export', '/tmp'], 'export needs --stream'],
  ['a skip without a reason', ['skip', '/tmp', '--stream', 's', '--from', '1', '--to', '2'], 'skip needs'],
  ['a skip of half a block', ['skip', '/tmp', '--stream', 's', '--from', '1.5', '--to', '2', '--why', 'x'], 'skip needs'],
])('%s: one clear line', async (_fear, args, says) => {
  const { code, lines } = await doctor(...args);
  expect(lines).toEqual([expect.stringContaining(says)]);
  expect(code).toBe(2);
});
