import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KiB } from '@acequia/base';
import { seededRandom } from '@acequia/testkit/oracle';
import { describe, expect, it } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { DirectAppender, directLimits } from './direct-append.ts';
import { JournalFull } from './errors.ts';
import { nodeFileCalls, type FileCalls } from './file-calls.ts';
import { streamStart } from './journal.ts';
import { testFolder, openInline } from './test-journal.ts';

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: made by the test`), { code });
}

/** Some bytes of shared memory, as blocks have, and of usual memory. */
function somePart(length: number, seed: number): Uint8Array {
  const part = new Uint8Array(seed % 2 === 0 ? new SharedArrayBuffer(length + 3) : new ArrayBuffer(length + 3), 3, length);
  for (let at = 0; at < length; at++) part[at] = (at * 7 + seed) & 0xff;
  return part;
}

/** Appends groups of random sizes to one file, and says what must be in it. */
function appendSome(calls: FileCalls, seed: number): { readonly file: Buffer; readonly wanted: Buffer } {
  const random = seededRandom(seed);
  const path = join(testFolder(), 'file');
  const fd = calls.open(path, 'a');
  const appender = new DirectAppender(calls, directLimits);
  const wanted: Uint8Array[] = [];
  let at = 0;
  for (let group = 0; group < 12; group++) {
    const parts = Array.from({ length: 1 + random.below(5) }, (_, index) => {
      const length = random.chance(0.3) ? random.below(200) : random.pick([4096, 8192, 65_536, 300_000, 1_200_000]) - random.below(3) * 8;
      return somePart(length, group * 10 + index);
    });
    appender.append(path, fd, at, parts);
    for (const part of parts) at += part.length;
    wanted.push(...parts);
    calls.sync(fd);
    expect(statSync(path).size).toBe(at);
  }
  appender.close(path);
  calls.close(fd);
  return { file: readFileSync(path), wanted: Buffer.concat(wanted) };
}

const seeds = Array.from({ length: 6 }, (_, index) => 7000 + index);

describe('large appends past the page cache', () => {
  it.each(seeds)('leave the bytes of usual appends, whatever their sizes (seed %i)', (seed) => {
    const { file, wanted } = appendSome(nodeFileCalls, seed);
    expect(file.equals(wanted)).toBe(true);
  });

  it.each(['open', 'writeAt', 'later'] as const)('a file system that refuses them (%s) gets usual ones, and is not asked again', (when) => {
    let asked = 0;
    const calls: FileCalls = {
      ...nodeFileCalls,
      open: (path, flags) => {
        if (flags === 'direct' && when === 'open') {
          asked++;
          throw failure('EINVAL');
        }
        return nodeFileCalls.open(path, flags === 'direct' ? 'a' : flags);
      },
      writeAt: (fd, bytes) => {
        asked++;
        if (when === 'writeAt' || asked === 3) throw failure(when === 'writeAt' ? 'EINVAL' : 'EOPNOTSUPP');
        return nodeFileCalls.write(fd, [bytes]);
      },
    };
    const { file, wanted } = appendSome(calls, 7100);
    expect(file.equals(wanted)).toBe(true);
    expect(asked).toBe(when === 'later' ? 3 : 1);
  });

  it('a disk that takes less than it was given gets the rest', () => {
    let short = 0;
    const calls: FileCalls = {
      ...nodeFileCalls,
      open: (path, flags) => nodeFileCalls.open(path, flags === 'direct' ? 'a' : flags),
      writeAt: (fd, bytes) => (short++, nodeFileCalls.write(fd, [bytes.subarray(0, 4096)])),
    };
    const { file, wanted } = appendSome(calls, 7200);
    expect(file.equals(wanted)).toBe(true);
    expect(short).toBeGreaterThan(3);
  });
});

describe('the journal', () => {
  const text = 'x'.repeat(100 * KiB);
  /** Calls that only tell what was asked, over a disk that takes direct writes as usual ones. */
  function told(log: string[], writeAt: (fd: number, bytes: Uint8Array) => number): FileCalls {
    return {
      ...nodeFileCalls,
      open: (path, flags) => nodeFileCalls.open(path, flags === 'direct' ? 'a' : flags),
      write: (fd, parts) => (log.push('write'), nodeFileCalls.write(fd, parts)),
      writeAt: (fd, bytes) => (log.push('writeAt'), writeAt(fd, bytes)),
      sync: (fd) => (log.push('sync'), nodeFileCalls.sync(fd)),
    };
  }

  it('syncs what went past the page cache before it acknowledges; small groups and those without a sync take the usual way', async () => {
    const directory = testFolder();
    const log: string[] = [];
    const journal = await openInline(
      directory,
      {},
      told(log, (fd, bytes) => nodeFileCalls.write(fd, [bytes])),
    );
    const kinds = [];
    for (const [durability, content] of [
      ['fsync', 'small'],
      ['fsync', text],
      ['os', text],
    ] as const) {
      log.length = 0;
      await journal.append({ blocks: [textBlock('s', [content])], durability });
      kinds.push([...log]);
    }
    expect(kinds).toEqual([['write', 'sync'], ['write', 'writeAt', 'write', 'sync'], ['write']]);
    await journal.close();
    const again = await openInline(directory);
    expect((await again.read('s', streamStart, 10 * KiB * KiB)).flatMap(textsOf)).toEqual(['small', text, text]);
    await again.close();
  });

  it('a disk that is full in the middle of a direct write: refused, nothing half written stays, and it goes on later', async () => {
    const directory = testFolder();
    let isFull = false;
    const journal = await openInline(
      directory,
      {},
      told([], (fd, bytes) => {
        if (!isFull) return nodeFileCalls.write(fd, [bytes]);
        nodeFileCalls.write(fd, [bytes.subarray(0, 4096)]);
        throw failure('ENOSPC');
      }),
    );
    await journal.append({ blocks: [textBlock('s', [text])], durability: 'fsync' });
    isFull = true;
    await expect(journal.append({ blocks: [textBlock('s', [`${text}refused`])], durability: 'fsync' })).rejects.toBeInstanceOf(JournalFull);
    isFull = false;
    await journal.append({ blocks: [textBlock('s', [`${text}later`])], durability: 'fsync' });
    await journal.close();
    const again = await openInline(directory);
    expect((await again.read('s', streamStart, 10 * KiB * KiB)).flatMap(textsOf)).toEqual([text, `${text}later`]);
    await again.close();
  });
});
