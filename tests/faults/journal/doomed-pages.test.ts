import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { JournalFailed, openJournal, streamStart, type Journal } from '@acequia/journal';
import { inlineWriter, textBlock, textsOf, testLog } from '@acequia/journal/testing';
import { seededRandom } from '@acequia/testkit/oracle';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VolatileDisk, type DiskProcess } from '../disk/volatile-disk.ts';

const texts = ['one', 'two'];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doomed-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = (disk: VolatileDisk, { calls }: DiskProcess): Promise<Journal> =>
  openJournal({
    identity: testLog(),
    directory: disk.folder,
    clock: systemClock,
    log: silentLog,
    segmentBytes: 16 * 1024,
    reserveBytes: 4096,
    startWriter: (reserve) => inlineWriter(calls, reserve),
  });

async function kill(disk: VolatileDisk, program: DiskProcess, journal?: Journal): Promise<void> {
  program.end();
  await journal?.close();
  rmSync(join(disk.folder, 'lock'), { force: true });
}

async function textsIn(journal: Journal): Promise<(string | undefined)[]> {
  return (await journal.read('a', streamStart, 1_000_000)).flatMap(textsOf);
}

/** A disk with a group that a killed program wrote and did not sync. */
async function writtenOnly(folder: string): Promise<VolatileDisk> {
  mkdirSync(folder);
  const disk = new VolatileDisk(folder);
  const program = disk.startProcess();
  const journal = await open(disk, program);
  await journal.append({ blocks: [textBlock('a', texts)], durability: 'os' });
  await kill(disk, program, journal);
  return disk;
}

/** Opens with its `nth` sync failing: what that should have saved, no later sync saves. Returns whether the opening was refused. */
async function openingRefused(disk: VolatileDisk, nth: number): Promise<boolean> {
  let syncs = 0;
  const program = disk.startProcess((call) => {
    if (call === 'sync' && ++syncs === nth) throw Object.assign(new Error('EIO: made by the test'), { code: 'EIO' });
  });
  const opened = await open(disk, program).catch((error: unknown) => {
    expect(error).toBeInstanceOf(JournalFailed);
    return undefined;
  });
  await kill(disk, program, opened);
  return opened === undefined;
}

test('what is shown after an opening that failed in a sync is still there after a power cut', async () => {
  let refused = 0;
  for (let nth = 1; nth <= 6; nth++) {
    const disk = await writtenOnly(join(root, `disk-${nth}`));
    if (await openingRefused(disk, nth)) refused++;
    const program = disk.startProcess();
    const journal = await open(disk, program);
    const shown = await textsIn(journal);
    const image = join(root, `image-${nth}`);
    disk.cutInto(image, seededRandom(nth), 'nothing');
    await kill(disk, program, journal);

    const after = new VolatileDisk(image);
    const last = await open(after, after.startProcess());
    expect([nth, await textsIn(last)]).toEqual([nth, shown]);
    expect(shown).toEqual(texts);
    await last.close();
  }
  expect(refused).toBeGreaterThanOrEqual(2);
});
