import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartFault } from '../../start-fault.ts';

/** PostgreSQL refuses to run as root: then it runs as this user and group (`nobody`). */
const nobody = 65534;

/** How to start a program of PostgreSQL: its owner, and a wrapper in front of it where one is needed. */
export interface Runner {
  /** Undefined when we are an ordinary user already. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** Program and first arguments. */
  command(program: string): readonly [string, ...string[]];
}

/**
 * The runner for programs that must reach `folders`. As root the programs run as nobody; below a folder that nobody may not
 * enter (such as /root) `setpriv` leaves them the one right to pass through, also for access(2), by which initdb looks for postgres.
 */
export function createRunner(folders: readonly string[]): Runner {
  if (process.getuid?.() !== 0) return { owner: undefined, command: (program) => [program] };
  const owner = { uid: nobody, gid: nobody };
  if (folders.every(passable)) return { owner, command: (program) => [program] };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file));
  if (!setpriv)
    throw new StartFault(
      `As root, PostgreSQL runs as "nobody", who may not enter ${folders.find((folder) => !passable(folder))}: start as an ordinary user, move the folder, or set DATABASE_URL.`,
    );
  const rights = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  return {
    owner: undefined,
    command: (program) => [setpriv, `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...rights, '--', program],
  };
}

export const ownerOf = (): { readonly uid: number; readonly gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;

function passable(folder: string): boolean {
  for (let current = path.resolve(folder); current !== path.dirname(current); current = path.dirname(current)) {
    if (existsSync(current) && (statSync(current).mode & 0o001) === 0 && statSync(current).uid !== nobody) return false;
  }
  return true;
}
