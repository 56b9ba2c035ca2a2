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

async function drain(directory: string): Promise<unknown> {
  const process_ = spawn(process.execPath, [child, directory, '0', 'drain'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of process_.stdout) text += String(chunk);
  return JSON.parse(text);
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
    const totals = await drain(directory);
    const lines = (await readFile(join(directory, 'out.txt'), 'utf8')).trimEnd().split('\n');
    const delivered = new Set(lines);
    expect([...acknowledged].filter((event) => !delivered.has(event))).toEqual([]);
    expect(lines.filter((line) => !/^event-\d+$/.test(line))).toEqual([]);
    expect(totals).toEqual({ drained: true, entered: delivered.size, delivered: delivered.size });
    await rm(directory, { recursive: true });
  },
);
