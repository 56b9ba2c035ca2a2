import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MiB, silentLog, systemClock } from '@acequia/base';
import { expect, test } from 'vitest';
import { textBlock } from './conformance-blocks.ts';
import type { DiskJournal } from './disk-journal.ts';
import { JournalFull } from './errors.ts';
import { openJournal } from './open-journal.ts';
import { newFolder } from './test-journal.ts';
import { testLog } from './test-log.ts';

const diskMb = 12;
const recoveredMs = 5_000;

const mount = (folder: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]).status === 0;

function canMount(): boolean {
  const folder = newFolder();
  const mounted = mount(folder.path);
  if (mounted) spawnSync('umount', [folder.path]);
  folder.remove();
  return mounted;
}

const append = (journal: DiskJournal, bytes: number) =>
  journal.append({ blocks: [textBlock('s', ['x'.repeat(bytes)])], durability: 'fsync' });

async function fill(journal: DiskJournal): Promise<void> {
  for (;;) {
    const error = await append(journal, 200_000).then(
      () => undefined,
      (one: unknown) => one,
    );
    if (error === undefined) continue;
    expect(error).toBeInstanceOf(JournalFull);
    return;
  }
}

/** Mounting needs root; `failing-disk.test.ts` has the same cases over file calls that refuse. */
const mayMount = canMount();

test.skipIf(!mayMount)(
  'a full disk that has space again while nobody appends: the journal says so by itself within 5 s',
  async () => {
    const folder = newFolder();
    expect(mount(folder.path)).toBe(true);
    try {
      const directory = join(folder.path, 'journal');
      const journal = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog, reserveBytes: MiB });
      const filler = join(folder.path, 'filler');
      writeFileSync(filler, Buffer.alloc(6 * MiB));
      await fill(journal);
      await journal.commits.commit(new Map([['cursor', 1]]));
      expect(journal.space().full).toBe(true);
      rmSync(filler);
      await expect.poll(() => journal.space().full, { timeout: recoveredMs, interval: 50 }).toBe(false);
      expect(journal.writeFault()).toMatchObject({ kind: 'full', lasts: false });
      expect(existsSync(join(directory, 'reserve'))).toBe(true);
      expect(readdirSync(directory).filter((name) => name.endsWith('.new'))).toEqual([]);
      await append(journal, 200_000);
      await journal.close();
    } finally {
      spawnSync('umount', [folder.path]);
      folder.remove();
    }
  },
  30_000,
);
