import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'console-sizes-'));
try {
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true, manifest: true } });
  const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;
  const shell = ['index.html', 'src/app/console.tsx'];
  const pages: Readonly<Record<string, readonly string[]>> = { login: ['index.html', 'src/app/entrance.tsx'], shell };
  const routes = Object.keys(chunks).filter((name) => name.startsWith('src/routes/'));
  for (const [page, roots] of [
    ...Object.entries(pages),
    ...routes.map((name) => [name.slice('src/routes/'.length), [...shell, name]] as const),
  ]) {
    const bytes = scriptsOf(chunks, roots).reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
    process.stdout.write(`${(bytes / 1000).toFixed(1).padStart(8)} KB  ${page}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Every script a page loads before it shows: what its roots import, without what they load later. */
function scriptsOf(chunks: Readonly<Record<string, Chunk>>, roots: readonly string[]): readonly string[] {
  const reached = new Set<string>();
  const visit = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    chunks[name]?.imports?.forEach(visit);
  };
  roots.forEach(visit);
  return [...reached].flatMap((name) => chunks[name]?.file ?? []).filter((file) => file.endsWith('.js'));
}
