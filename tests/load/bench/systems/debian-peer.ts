import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureUnpacked, unpackedPackage } from '../../../../scripts/debian-packages.mjs';

/** A peer's package, unpacked into an ignored folder. */
export interface DebianPeer {
  readonly program: string;
  /** The folder with its modules. */
  readonly modules: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Brings a package; answers with the reason in words where that is not possible. */
export function debianPeer(name: string, program: string, modules: readonly string[]): DebianPeer | string {
  try {
    ensureUnpacked(name, program);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const { folder, env } = unpackedPackage(name);
  const found = modules.map((path) => join(folder, path)).find((path) => existsSync(path));
  if (found === undefined) return `${name} has no folder of modules`;
  return {
    program: join(folder, program),
    modules: found,
    env: { ...env, LD_LIBRARY_PATH: [env.LD_LIBRARY_PATH, found, dirname(found)].join(':') },
  };
}
