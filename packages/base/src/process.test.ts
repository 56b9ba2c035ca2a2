import { spawn } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { processorMs, residentBytes, thisTask } from './process.ts';
import { MiB } from './units.ts';

/** Ends while V8 compiles on a thread of its own and the heap is over its limit. */
const compiling = `
import { pbkdf2Sync } from 'node:crypto';
import { endProcess } from ${JSON.stringify(import.meta.resolve('./process.ts'))};

// More than the 64 MB, in arrays so large that the main thread itself does not collect for them.
globalThis.kept = Array.from({ length: 40 }, () => new Array(2 ** 18).fill(0));
// So large that its compilation takes longer than the rest of this program.
function large(value) {
  ${Array.from({ length: 2000 }, (_, n) => `if (value & ${n + 1}) value ^= ${n}; else value += ${n};`).join('\n')}
  return value;
}
%PrepareFunctionForOptimization(large);
large(1);
%OptimizeFunctionOnNextCall(large, 'concurrent');
large(2);
// Some milliseconds in which the thread takes the function up, and the main thread looks at nothing.
pbkdf2Sync('', '', 50_000, 32, 'sha256');
endProcess(3);
`;
const smallHeap = ['--initial-old-space-size=64', '--no-incremental-marking'];
const compileOnDemand = ['--allow-natives-syntax', '--optimize-on-next-call-optimizes-to-maglev'];

test('a process whose heap is full while V8 compiles on another thread ends', async () => {
  const options = [...smallHeap, ...compileOnDemand, '--input-type=module', '--eval', compiling];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test.skipIf(!existsSync('/proc/self/status'))(
  'the memory of a process is told in bytes, outside of its heap too; none of one that is gone',
  () => {
    const before = residentBytes(process.pid)!;
    const outside = Buffer.alloc(256 * MiB, 1);
    expect(residentBytes(process.pid)! - before).toBeGreaterThan(outside.length / 2);
    expect(residentBytes(99_999_999)).toBeUndefined();
  },
);

test.skipIf(!existsSync('/proc/thread-self/stat'))('a thread’s processor time is what it has worked, not what has passed', () => {
  const task = thisTask()!;
  const from = processorMs(task)!;
  const { user, system } = process.cpuUsage();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  pbkdf2Sync('', '', 100_000, 32, 'sha256');
  const used = process.cpuUsage({ user, system });
  const usedMs = processorMs(task)! - from;
  expect(usedMs).toBeGreaterThan(0);
  expect(usedMs).toBeLessThan((used.user + used.system) / 1000 + 20);
  expect(processorMs('0/task/0')).toBeUndefined();
});
