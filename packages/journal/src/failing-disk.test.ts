import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KiB, systemClock, type Clock } from '@acequia/base';
import { describe, expect, it } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { JournalFailed, JournalFull } from './errors.ts';
import { nodeFileCalls, type FileCalls } from './file-calls.ts';
import { streamStart, type Journal } from './journal.ts';
import { testFolder, openInline } from './test-journal.ts';

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: made by the test`), { code });
}

/** File calls that fail where `plan` says so; `plan` sees the call's name and the bytes it would write. */
function failingCalls(plan: (call: keyof FileCalls, bytes: number) => string | undefined): FileCalls {
  const check = (call: keyof FileCalls, bytes = 0): void => {
    const code = plan(call, bytes);
    if (code !== undefined) throw failure(code);
  };
  return {
    ...nodeFileCalls,
    write(fd, parts) {
      check(
        'write',
        parts.reduce((sum, part) => sum + part.length, 0),
      );
      return nodeFileCalls.write(fd, parts);
    },
    sync(fd) {
      check('sync');
      nodeFileCalls.sync(fd);
    },
    truncate(fd, length) {
      check('truncate');
      nodeFileCalls.truncate(fd, length);
    },
  };
}

const append = (journal: Journal, text: string) => journal.append({ blocks: [textBlock('s', [text])], durability: 'fsync' });
const readAll = async (journal: Journal): Promise<(string | undefined)[]> =>
  (await journal.read('s', streamStart, Number.MAX_SAFE_INTEGER)).flatMap(textsOf);

describe('a sync', () => {
  it('comes after the write and before the acknowledgement of fsync groups; os and memory groups ask for none', async () => {
    const directory = testFolder();
    const log: string[] = [];
    const calls = failingCalls((call) => (log.push(call), undefined));
    const journal = await openInline(directory, {}, calls);
    await append(journal, 'first');
    for (const durability of ['fsync', 'os', 'memory'] as const) {
      log.length = 0;
      await journal.append({ blocks: [textBlock('s', [durability])], durability });
      if (durability === 'memory') await append(journal, 'makes sure that it was written');
      expect(log).toEqual({ fsync: ['write', 'sync'], os: ['write'], memory: ['write', 'write', 'sync'] }[durability]);
    }
    log.length = 0;
    await Promise.all(Array.from({ length: 50 }, (_, i) => append(journal, `${i}`)));
    expect([2, 4]).toContain(log.length);
    expect(log.slice(0, 2)).toEqual(['write', 'sync']);
    log.length = 0;
    await journal.commits.commit(new Map([['k', 1]]));
    expect(log).toEqual(['write', 'sync']);
    await journal.close();
  });
});

describe('a sync that fails', () => {
  it('is not repeated on that file: the group is written to a new one, then acknowledged', async () => {
    const directory = testFolder();
    let failNext = false;
    const calls = failingCalls((call) => (call === 'sync' && failNext ? ((failNext = false), 'EIO') : undefined));
    const journal = await openInline(directory, {}, calls);
    await append(journal, 'before');
    expect(journal.writeFault()).toBeUndefined();
    failNext = true;
    await append(journal, 'during');
    expect(journal.writeFault()).toMatchObject({ kind: 'failed', code: 'EIO', lasts: false });
    await append(journal, 'after');
    expect(readdirSync(directory).filter((name) => name.endsWith('.log') && name.startsWith('segment'))).toHaveLength(2);
    expect(await readAll(journal)).toEqual(['before', 'during', 'after']);
    await journal.close();
    const reopened = await openInline(directory);
    expect(await readAll(reopened)).toEqual(['before', 'during', 'after']);
    expect(reopened.damage().frames).toBe(0);
    await reopened.close();
  });

  it('and cannot even be cut: what it left behind is not read twice, nor instead of what came later', async () => {
    const directory = testFolder();
    let broken = false;
    const calls = failingCalls((call) => (broken && (call === 'sync' || call === 'truncate') ? 'EIO' : undefined));
    const journal = await openInline(directory, {}, calls);
    await append(journal, 'before');
    broken = true;
    await expect(append(journal, 'refused')).rejects.toBeInstanceOf(JournalFailed);
    expect(journal.writeFault()).toMatchObject({ kind: 'failed', code: 'EIO', lasts: true });
    broken = false;
    await append(journal, 'accepted');
    expect(journal.writeFault()).toMatchObject({ code: 'EIO', lasts: false });
    await append(journal, 'more');
    expect(await readAll(journal)).toEqual(['before', 'accepted', 'more']);
    await journal.close();
    const reopened = await openInline(directory);
    expect(await readAll(reopened)).toEqual(['before', 'accepted', 'more']);
    expect(reopened.damage().frames).toBe(0);
    expect((await append(reopened, 'next')).blocks[0]!.block).toBe(4);
    await reopened.close();
  });

  it('fifty of them at random: what was acknowledged is there, in order', async () => {
    const directory = testFolder();
    let calm = false;
    let n = 0;
    const calls = failingCalls((call) => (!calm && (call === 'sync' || call === 'write') && ++n % 3 === 0 ? 'EIO' : undefined));
    calm = true;
    const journal = await openInline(directory, {}, calls);
    calm = false;
    const acknowledged: string[] = [];
    for (let i = 0; i < 100; i++) {
      await append(journal, `event ${i}`).then(
        () => acknowledged.push(`event ${i}`),
        () => undefined,
      );
    }
    calm = true;
    expect(n).toBeGreaterThan(150);
    expect(await readAll(journal)).toEqual(acknowledged);
    await journal.close();
    const reopened = await openInline(directory);
    expect((await readAll(reopened)).filter((text) => acknowledged.includes(text!))).toEqual(acknowledged);
    await reopened.close();
  });
});

describe('a disk that is full', () => {
  /** A disk of `free` bytes for appends; writes what fits, then says ENOSPC. */
  function smallDisk(free: { bytes: number }): FileCalls {
    return {
      ...nodeFileCalls,
      write(fd, parts) {
        const wanted = parts.reduce((sum, part) => sum + part.length, 0);
        if (free.bytes <= 0) throw failure('ENOSPC');
        if (wanted > free.bytes) {
          const some = parts[0]!.subarray(0, Math.min(parts[0]!.length, free.bytes));
          free.bytes -= some.length;
          return nodeFileCalls.write(fd, [some]);
        }
        free.bytes -= wanted;
        return nodeFileCalls.write(fd, parts);
      },
      remove(path) {
        if (path.endsWith('reserve') && existsSync(path)) free.bytes += 64 * 1024;
        nodeFileCalls.remove(path);
      },
      free: () => free.bytes,
    };
  }

  it('refuses the group whole, lets commits through from the reserve, and goes on when there is space', async () => {
    const directory = testFolder();
    const free = { bytes: 400_000 };
    const journal = await openInline(directory, {}, smallDisk(free));
    const accepted: string[] = [];
    for (let i = 0; ; i++) {
      const text = `${i}`.padEnd(20_000, '.');
      const error = await append(journal, text).then(
        () => undefined,
        (one: unknown) => one,
      );
      if (error !== undefined) {
        expect(error).toBeInstanceOf(JournalFull);
        break;
      }
      accepted.push(text);
    }
    expect(journal.space().full).toBe(true);
    expect(journal.writeFault()).toMatchObject({ kind: 'full', code: 'ENOSPC', lasts: true });
    free.bytes = 0;
    await journal.commits.commit(new Map([['cursor', 5]]));
    expect(journal.commits.get('cursor')).toBe(5);
    expect(existsSync(join(directory, 'reserve'))).toBe(false);
    expect(free.bytes).toBeGreaterThan(0);
    await expect(append(journal, 'into the space of the reserve')).rejects.toBeInstanceOf(JournalFull);
    free.bytes = 200_000;
    await append(journal, 'space again');
    expect(journal.space().full).toBe(false);
    expect(await readAll(journal)).toEqual([...accepted, 'space again']);
    await journal.close();
    const reopened = await openInline(directory);
    expect(await readAll(reopened)).toEqual([...accepted, 'space again']);
    expect(reopened.commits.get('cursor')).toBe(5);
    expect(reopened.damage().frames).toBe(0);
    await reopened.close();
  });

  it('nobody appends while it is full: it is asked each second, and no longer once there is space or the journal is closed', async () => {
    const directory = testFolder();
    const free = { bytes: 400_000 };
    const due: (() => void)[] = [];
    const clock: Clock = {
      ...systemClock,
      after(ms, run) {
        expect(ms).toBeLessThanOrEqual(5_000);
        due.push(run);
        return () => void due.splice(due.indexOf(run) >>> 0, 1);
      },
    };
    const second = async (): Promise<void> => {
      for (const run of due.splice(0)) run();
      await new Promise<void>((resolve) => setImmediate(resolve));
    };
    const journal = await openInline(directory, { clock }, smallDisk(free));
    while (await append(journal, 'x'.repeat(20_000)).then(Boolean, () => false));
    free.bytes = 10_000;
    for (let i = 0; i < 5; i++) {
      await second();
      expect(journal.space().full).toBe(true);
      expect(due).toHaveLength(1);
    }
    free.bytes = 100_000;
    await second();
    expect(journal.space().full).toBe(false);
    expect(due).toHaveLength(0);
    await append(journal, 'taken');
    while (await append(journal, 'x'.repeat(20_000)).then(Boolean, () => false));
    expect(due).toHaveLength(1);
    await journal.close();
    expect(due).toHaveLength(0);
  });

  it('opens again after a crash, commits, and takes nothing in until the reserve is back', async () => {
    const directory = testFolder();
    const free = { bytes: 400_000 };
    const journal = await openInline(directory, {}, smallDisk(free));
    while (await append(journal, 'x'.repeat(20_000)).then(Boolean, () => false));
    free.bytes = 0;
    await journal.commits.commit(new Map([['cursor', 5]]));
    await journal.close();
    const reopened = await openInline(directory, {}, smallDisk(free));
    await expect(append(reopened, 'into what is left for commits')).rejects.toBeInstanceOf(JournalFull);
    await reopened.commits.commit(new Map([['cursor', 6]]));
    free.bytes = 200_000;
    await append(reopened, 'space again');
    expect(existsSync(join(directory, 'reserve'))).toBe(true);
    await reopened.close();
  });
});

describe('space', () => {
  it('is given back by trims: a log under its limit runs for ever', async () => {
    const directory = testFolder();
    const journal = await openInline(directory, { limitBytes: 2_000_000 });
    let last = 0;
    for (let i = 0; i < 500; i++) {
      const receipt = await append(journal, 'w'.repeat(30_000));
      last = receipt.blocks[0]!.block;
      if (i % 10 === 0) journal.trim('s', { block: last - 5, frame: 0 });
    }
    expect(last).toBe(500);
    expect(journal.space().bytes).toBeLessThan(2_000_000);
    await journal.close();
    const reopened = await openInline(directory, { limitBytes: 2_000_000 });
    expect(reopened.head('s').block).toBe(501);
    expect((await readAll(reopened)).length).toBeLessThan(70);
    reopened.trim('s', reopened.head('s'));
    await reopened.close();
    const empty = await openInline(directory, { limitBytes: 2_000_000 });
    expect(empty.head('s').block).toBe(501);
    expect(empty.space().bytes).toBe(0);
    expect((await append(empty, 'next')).blocks[0]!.block).toBe(501);
    await empty.close();
  });

  it('does not keep for ever what could not be freed while the disk failed; the state in it outlives it', async () => {
    const directory = testFolder();
    let broken = false;
    const calls = failingCalls((call) => (broken && call === 'write' ? 'EIO' : undefined));
    const journal = await openInline(directory, { segmentBytes: 64 * KiB }, calls);
    await journal.append({
      blocks: [textBlock('s', ['x'])],
      durability: 'fsync',
      sourceState: { stream: 's', bytes: Buffer.from('page 7') },
    });
    for (let i = 0; i < 10; i++) await append(journal, 'w'.repeat(30_000));
    broken = true;
    journal.trim('s', journal.head('s'));
    await expect(append(journal, 'refused')).rejects.toBeInstanceOf(JournalFailed);
    const segments = () => readdirSync(directory).filter((name) => /^segment-.*\.log$/.test(name)).length;
    expect(segments()).toBeGreaterThan(3);
    broken = false;
    await append(journal, 'goes on');
    journal.trim('s', journal.head('s'));
    await journal.close();
    expect(segments()).toBeLessThanOrEqual(2);
    const reopened = await openInline(directory);
    expect(Buffer.from(reopened.sourceState('s')!).toString()).toBe('page 7');
    expect(reopened.damage().frames).toBe(0);
    await reopened.close();
  });

  it('a state of a pull listener outlives the segment it was written in', async () => {
    const directory = testFolder();
    const journal = await openInline(directory, { limitBytes: 800_000 });
    await journal.append({
      blocks: [textBlock('s', ['x'])],
      durability: 'fsync',
      sourceState: { stream: 's', bytes: Buffer.from('page 7') },
    });
    for (let i = 0; i < 50; i++) {
      const receipt = await append(journal, 'w'.repeat(30_000));
      journal.trim('s', { block: receipt.blocks[0]!.block, frame: 0 });
    }
    await journal.close();
    const reopened = await openInline(directory);
    expect(Buffer.from(reopened.sourceState('s')!).toString()).toBe('page 7');
    await reopened.close();
  });
});
