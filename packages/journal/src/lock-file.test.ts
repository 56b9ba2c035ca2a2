import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { JournalFailed, JournalLocked } from './errors.ts';
import { lockHolder, takeLock } from './lock-file.ts';
import { testFolder, openInline } from './test-journal.ts';

describe('one process per directory', () => {
  it('a second opening is refused with path and pid, a later one is not', async () => {
    const directory = testFolder();
    const journal = await openInline(directory);
    const refusal = await openInline(directory).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(JournalLocked);
    expect(refusal).toMatchObject({ holderPid: process.pid, directory });
    await journal.close();
    await (await openInline(directory)).close();
  });

  it('another process holds it: its pid is named; killed, its lock is taken over', async () => {
    const directory = testFolder();
    const child = spawn(process.execPath, [fileURLToPath(new URL('./append-loop.ts', import.meta.url)), directory, '0'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    await expect(openInline(directory)).rejects.toMatchObject({ holderPid: child.pid });
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await (await openInline(directory)).close();
  });

  it('killed, but never collected by its parent: its lock is taken over all the same', async () => {
    const directory = testFolder();
    const program = [process.execPath, fileURLToPath(new URL('./append-loop.ts', import.meta.url)), directory, '0'];
    const parent = spawn('sh', ['-c', '"$@" & exec sleep 1000', 'sh', ...program], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    await once(parent.stdout, 'data');
    const { holderPid } = (await openInline(directory).catch((error: unknown) => error)) as JournalLocked;
    process.kill(holderPid, 'SIGKILL');
    const state = () => readFileSync(`/proc/${holderPid}/stat`, 'utf8').split(') ').at(-1)?.[0];
    while (state() !== 'Z') await new Promise((resolve) => setImmediate(resolve));
    expect(lockHolder(directory)).toBeUndefined();
    await (await openInline(directory)).close();
    expect(state()).toBe('Z');
  });

  it('a lock of another boot, of a pid given again, or of nonsense is taken over', () => {
    const locks = [
      JSON.stringify({ pid: process.pid, startTicks: '1', bootId: 'another' }),
      JSON.stringify({ pid: 1, startTicks: '999999999999', bootId: 'x' }),
      'nonsense',
      '',
    ];
    for (const text of locks) {
      const directory = testFolder();
      writeFileSync(join(directory, 'lock'), text);
      takeLock(directory)();
      takeLock(directory)();
    }
  });

  it('a link that names a dead process, or nobody, is taken over', () => {
    for (const target of [`${process.pid} 1 another`, 'nobody', '0 1 x']) {
      const directory = testFolder();
      mkdirSync(directory, { recursive: true });
      symlinkSync(target, join(directory, 'lock'));
      takeLock(directory)();
    }
  });

  it('needs no block of a full disk: a name and a target shorter than 60 bytes', () => {
    const directory = testFolder();
    mkdirSync(directory, { recursive: true });
    const release = takeLock(directory);
    const lock = lstatSync(join(directory, 'lock'));
    expect([lock.isSymbolicLink(), lock.size < 60, lock.blocks]).toEqual([true, true, 0]);
    release();
  });

  it('a lock written as a file by a living process is kept to', () => {
    const directory = testFolder();
    mkdirSync(directory, { recursive: true });
    const release = takeLock(directory);
    const [pid, startTicks, bootId] = readlinkSync(join(directory, 'lock')).split(' ');
    release();
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid: Number(pid), startTicks, bootId }));
    expect(() => takeLock(directory)).toThrow(JournalLocked);
  });

  it('of many at once exactly one gets it', () => {
    const directory = testFolder();
    writeFileSync(join(directory, 'lock'), 'stale');
    const results = Array.from({ length: 20 }, () => {
      try {
        takeLock(directory);
        return 'taken';
      } catch (error) {
        return error instanceof JournalLocked ? 'refused' : 'broken';
      }
    });
    expect(results.filter((one) => one === 'taken')).toHaveLength(1);
    expect(results).not.toContain('broken');
  });

  it('a directory that is a file is refused with its path and cause', async () => {
    const directory = testFolder();
    mkdirSync(directory, { recursive: true });
    const path = join(directory, 'file');
    writeFileSync(path, '');
    const refusal = await openInline(join(path, 'journal')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(JournalFailed);
    expect((refusal as Error).message).toContain('ENOTDIR');
    expect((refusal as Error).cause).toBeInstanceOf(Error);
  });
});
