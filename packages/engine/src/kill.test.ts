import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runToEnd, runUntilKilled } from '../test/run-until-killed.ts';

interface Drained {
  readonly drained: boolean;
  readonly entered: number;
  readonly delivered: number;
  readonly repeats: number;
}

const childOf = (name: string) => fileURLToPath(new URL(`../test/${name}`, import.meta.url));

test(
  'SIGKILL over the disk journal: everything acknowledged is delivered, nothing is invented, the ledger adds up',
  { timeout: 60_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'acequia-kill-'));
    const child = childOf('kill-child.ts');
    const acknowledged = new Set<string>();
    for (let cycle = 0; cycle < 6; cycle++) {
      const said = await runUntilKilled(child, [directory, String(cycle * 1_000_000)], 37 + cycle * 61);
      for (const line of said) acknowledged.add(`event-${line.slice(4)}`);
    }
    const { drained, entered, delivered, repeats } = (await runToEnd(child, [directory, '0', 'drain'])) as Drained;
    const lines = (await readFile(join(directory, 'out.txt'), 'utf8')).trimEnd().split('\n');
    const passed = new Map<string, Set<string>>();
    for (const line of lines) {
      const [event, copy] = line.split('#') as [string, string];
      passed.set(event, (passed.get(event) ?? new Set()).add(copy));
    }
    expect([...acknowledged].filter((event) => !passed.has(event))).toEqual([]);
    expect([...passed].filter(([, copies]) => copies.size > 1)).toEqual([]);
    expect(lines.filter((line) => !/^event--?\d+#\d+$/.test(line))).toEqual([]);
    expect(repeats).toBeGreaterThan(0);
    expect({ drained, entered, delivered }).toEqual({ drained: true, entered: delivered + repeats, delivered: passed.size });
    await rm(directory, { recursive: true });
  },
);

test(
  'SIGKILL over the disk journal: every acknowledged event is in one window, windows sent twice are equal, the ledger adds up',
  { timeout: 60_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'acequia-kill-'));
    const child = childOf('kill-windows-child.ts');
    const acknowledged = new Set<string>();
    for (let cycle = 0; cycle < 6; cycle++) {
      const said = await runUntilKilled(child, [directory, String(cycle * 1_000_000)], 100 + cycle * 161);
      for (const line of said) acknowledged.add(line.slice(4));
    }
    const counts = (await runToEnd(child, [directory, '0', 'end'])) as Readonly<Record<string, number>>;
    const results = new Set((await readFile(join(directory, 'out.txt'), 'utf8')).trimEnd().split('\n'));
    const items = [...results].flatMap((line) => line.split(':')[1]!.replace('!', '').split(','));
    expect([...acknowledged].filter((item) => !items.includes(item))).toEqual([]);
    expect(items.filter((item, index) => items.indexOf(item) !== index)).toEqual([]);
    expect(counts).toMatchObject({ entered: items.length, 'merged:window': items.length, created: results.size, delivered: results.size });
    await rm(directory, { recursive: true });
  },
);
