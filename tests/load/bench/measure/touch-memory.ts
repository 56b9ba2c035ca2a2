import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { cores } from './pinned-process.ts';

/**
 * Has the cores of the system under test take and free memory where outputs go, until that costs what memory in use costs. Memory
 * given back to the host costs whoever touches it first 2.5 to 3 CPU seconds a GB instead of 0.3: by chance one run or another would
 * pay it. On the core of the harness it helped nobody.
 */
export function touchMemory(folder: string): void {
  const command = ['-c', cores.system, process.execPath, join(import.meta.dirname, 'touch-program.ts'), join(folder, 'touched')];
  const { status, stderr } = spawnSync('taskset', command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`memory could not be touched: ${stderr}`);
}
