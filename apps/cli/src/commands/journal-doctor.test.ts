import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal, type DiskJournal, type JournalReport } from '@acequia/journal';
import { expect, test } from 'vitest';
import { journalDoctorCommand } from './journal-doctor.ts';
import { acequia, testFolder } from './test-files.ts';

const frame = Buffer.from('a line of forty bytes, give or take one.');

async function withBlocks(directory: string, count: number): Promise<DiskJournal> {
  const journal = await openJournal({ directory, clock: systemClock, log: silentLog });
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
  const segment = join(
    directory,
    readdirSync(directory).find((name) => name.startsWith('segment-') && name.endsWith('.log'))!,
  );
  const bytes = readFileSync(segment);
  const at = bytes.indexOf(frame);
  bytes.writeUInt8(bytes.readUInt8(at + 5) ^ 0xff, at + 5);
  writeFileSync(segment, bytes);
  const { code, lines } = await doctor('verify', directory, '--json');
  expect((JSON.parse(lines[0]!) as JournalReport).lost.frames).toBe(1);
  expect(code).toBe(1);
  expect((await doctor('verify', directory)).lines.at(-1)).toMatch(/^Lost: 1 frames/);
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
  writeFileSync(commits, bytes);
  const { code, lines } = await doctor('inspect', directory);
  expect(lines).toEqual([expect.stringMatching(/99.*\b1\b/)]);
  expect(code).toBe(2);
});

test.each([
  ['a folder that is not there', ['inspect', '/nowhere/journal'], 'does not exist'],
  ['no folder', ['inspect'], 'Usage'],
  ['a word it does not know', ['heal', '/tmp'], 'Usage'],
])('%s: one clear line', async (_fear, args, says) => {
  const { code, lines } = await doctor(...args);
  expect(lines).toEqual([expect.stringContaining(says)]);
  expect(code).toBe(2);
});
