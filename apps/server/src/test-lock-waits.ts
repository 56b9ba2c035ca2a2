import type { Client } from 'pg';
import { expect, vi } from 'vitest';

/** Resolves once so many statements wait for the transaction of `holder`, or behind one that does; what waits for others is none of them. */
export async function areWaitingFor(holder: Client, watcher: Client, count: number): Promise<void> {
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await vi.waitFor(
    async () => {
      const { rows } = await watcher.query(
        `with recursive behind as (
           select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))
           union select a.pid from pg_stat_activity a join behind b on b.pid = any(pg_blocking_pids(a.pid)))
         select from behind`,
        [own[0]!.pid],
      );
      expect(rows.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 20_000, interval: 20 },
  );
}
