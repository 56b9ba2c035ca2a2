import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Runs a program of this folder until it has written so many lines, then kills it; gives back what it wrote. */
export async function runUntilKilled(child: string, args: readonly string[], lines: number): Promise<string[]> {
  const process_ = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  for await (const line of createInterface({ input: process_.stdout })) {
    said.push(line);
    if (said.length === lines) process_.kill('SIGKILL');
  }
  return said;
}

/** Runs a program to its end; gives back the JSON it writes. */
export async function runToEnd(child: string, args: readonly string[]): Promise<unknown> {
  const process_ = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of process_.stdout) text += String(chunk);
  return JSON.parse(text);
}
