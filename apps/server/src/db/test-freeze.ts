import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import type { TestDatabase } from './test-database.ts';

/** The server process behind a connection. */
export async function postmasterOf(db: TestDatabase): Promise<number> {
  const client = new Client(db.owner);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]!.pid);
  await client.end();
  return postmaster!;
}

/** Stops all processes of an embedded database where they are, so that it hangs: its doors are open and nothing answers. The result lets them go on. */
export async function freezeDatabase(db: TestDatabase): Promise<() => void> {
  const postmaster = await postmasterOf(db);
  process.kill(postmaster, 'SIGSTOP');
  while (stateOf(postmaster) !== 'T');
  const children = processes().filter((pid) => parentOf(pid) === postmaster);
  for (const pid of children) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of [...children, postmaster]) signal(pid, 'SIGCONT');
  };
}

const processes = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

const stateOf = (pid: number): string | undefined => statOf(pid)?.[0];

const parentOf = (pid: number): number | undefined => {
  const stat = statOf(pid);
  return stat && Number(stat[1]);
};

/** State, parent and what follows (proc(5)); undefined when it has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
