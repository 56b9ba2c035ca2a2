// Compiles the kernels of packages/batch to WebAssembly when their sources have changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fail, root } from './runtime.mjs';

const folder = join(root, 'packages/batch/src/kernels');
const outputFile = join(root, 'packages/batch/dist/kernels.wasm');
const stamp = `${outputFile}.sources`;
const entry = 'kernel-module.ts';
/** Pages of 64 KiB of the memory, as in kernels.ts. */
const pages = 768;

/** Kernel sources by their path in the folder, as the AssemblyScript compiler wants them. */
function readSources() {
  const sources = new Map();
  const visit = (path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    if (sources.has(path)) return;
    const source = path === 'platform.ts' ? readFileSync(join(folder, 'platform.assembly'), 'utf8') : toAssembly(text);
    sources.set(path, source);
    if (path === 'platform.ts') return;
    for (const [, target] of text.matchAll(/from '(\.[^']+)'/g)) visit(posix.join(dirname(path), target));
  };
  visit(entry);
  return sources;
}

/** The compiler knows the integer types itself and wants imports without an ending. */
const toAssembly = (text) =>
  text
    .replace(/^import type .*$/gm, '')
    .replace(/\btype (?:i32|bool),?\s*/g, '')
    .replace(/,\s*}/g, ' }')
    .replace(/(from '\.[^']+)\.ts'/g, "$1'");

export async function buildKernelsWhenStale() {
  const sources = readSources();
  const fingerprint = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(new URL(import.meta.url)))
    .update(JSON.stringify([...sources]))
    .digest('hex');
  if (existsSync(outputFile) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  process.stdout.write('Compiling the kernels (only after a change) …\n');
  const { default: asc } = await import('assemblyscript/asc');
  const messages = [];
  let compiled;
  const { error } = await asc.main(
    [
      entry,
      '-O3',
      '--converge',
      '--runtime',
      'stub',
      '--noAssert',
      '--enable',
      'simd',
      '--importMemory',
      '--initialMemory',
      String(pages),
      '--maximumMemory',
      String(pages),
      '--outFile',
      'kernels.wasm',
    ],
    {
      readFile: (name) => sources.get(posix.normalize(name)) ?? null,
      writeFile: (name, contents) => {
        if (name === 'kernels.wasm') compiled = contents;
      },
      listFiles: () => [],
      stderr: { write: (text) => messages.push(text) },
    },
  );
  if (error !== null || compiled === undefined) fail(`The kernels could not be compiled:\n${messages.join('')}`);
  mkdirSync(dirname(outputFile), { recursive: true });
  writeFileSync(outputFile, compiled);
  writeFileSync(stamp, fingerprint);
}

if (process.argv[1] === import.meta.filename) await buildKernelsWhenStale();
