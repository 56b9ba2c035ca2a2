import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the folders of the servers begin that the processes of one run of tests have started; `runner` is their parent. */
export const testServerPrefix = (runner: number): string => `acequia-pg-${runner}-`;

const endWithinMs = 60_000;

/** After the last file: the servers end with the processes that started them, and the run ends after them. Rejects when one does not. */
export async function teardown(): Promise<void> {
  const end = performance.now() + endWithinMs;
  for (;;) {
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith(testServerPrefix(process.pid)));
    if (left.length === 0) return;
    if (performance.now() > end) throw new Error(`servers of tests that have not ended: ${left.join(', ')} in ${tmpdir()}`);
    await sleep(20);
  }
}
