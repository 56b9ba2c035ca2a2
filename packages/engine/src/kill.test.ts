import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const child = fileURLToPath(new URL('../test/kill-child.ts', import.meta.url));

/** Runs the child until `acks` bodies are acknowledged, then kills it; gives back what it said. */
async function runUntilKilled(directory: string, first: number, acks: number): Promise<string[]> {
  const process_ = spawn(process.execPath, [child, directory, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  for await (const line of createInterface({ input: process_.stdout })) {
    said.push(line);
    if (said.length === acks) process_.kill('SIGKILL');
  }
  return said;
}

async function drain(directory: string): Promise<{ drained: boolean; entered: number; delivered: number; repeats: number }> {
  const process_ = spawn(process.execPath, [child, directory, '0', 'drain'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of process_.stdout) text += String(chunk);
  return JSON.parse(text) as Awaited<ReturnType<typeof drain>>;
}

test(
  'SIGKILL over the disk journal: everything acknowledged is delivered, nothing is invented, the ledger adds up',
  { timeout: 60_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'acequia-kill-'));
    const acknowledged = new Set<string>();
    for (let cycle = 0; cycle < 6; cycle++) {
      const said = await runUntilKilled(directory, cycle * 1_000_000, 37 + cycle * 61);
      for (const line of said) acknowledged.add(`event-${line.slice(4)}`);
    }
    const { drained, entered, delivered, repeats } = await drain(directory);
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
