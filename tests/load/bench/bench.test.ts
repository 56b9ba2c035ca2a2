import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { WorkloadResult } from './results.ts';

const timeoutMs = 180_000;

test(
  'the whole command, tiny: the real worker, with and without compiled kernels, and rsyslog give the same events, and the last line is the report',
  async () => {
    const bench = spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'main.ts'),
        '--json',
        '--rows',
        '400',
        '--rounds',
        '1',
        '--only',
        'W2-tcp',
        '--systems',
        'acequia,rsyslog',
        '--floor',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exit = once(bench, 'exit');
    const lines = (await text(bench.stdout)).trim().split('\n');
    expect(await exit).toEqual([0, null]);
    const report = JSON.parse(lines.at(-1)!) as { loads: unknown[]; workloads: WorkloadResult[] };
    expect(report.loads).toHaveLength(1);
    expect(report.workloads).toMatchObject([
      { id: 'W2-tcp', system: 'acequia', valid: true },
      { id: 'W2-tcp', system: 'acequia-floor', valid: true },
      { id: 'W2-tcp', system: 'rsyslog', valid: true },
    ]);
  },
  timeoutMs,
);
