import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Below it a packed file is hardly shorter. */
const leastBytes = 1024;

/** Each takes an open file; the bundle has hundreds of files, and some systems allow 256 open ones. */
const atOnce = 8;

/** Beside each script, style and drawing two packed ones, which the server sends to who can read them: browsers read brotli only over HTTPS. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }) {
      const folder = join(dir!, 'assets');
      const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg)$/.test(name));
      const left = names.values();
      const takeTurns = async () => {
        for (const name of left) await compress(join(folder, name));
      };
      await Promise.all(Array.from({ length: atOnce }, takeTurns));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < leastBytes) return;
  await writeFile(`${file}.br`, await asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  await writeFile(`${file}.gz`, await asGzip(content, { level: 9 }));
}
