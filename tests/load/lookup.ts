import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { MiB } from '@acequia/base';
import { buildInThread, inspectTable, matcherOf, openTable } from '@acequia/lookup';
import { keyOf, rowsOf, tableHeader, tableSource } from './parts/table-rows.ts';

/**
 * How large a table becomes, how long it takes to build and to check, and how long one look-up lasts (beside it: what timing
 * nothing says). Run with
 * `node tests/load/lookup.ts [rows]` (10,000,000 without). Prints one line of JSON.
 */
const rounds = 5;
const rows = Number(process.argv[2] ?? 10_000_000);
const folder = mkdtempSync(join(tmpdir(), 'acequia-lookup-load-'));
const path = join(folder, 'table.csv');

async function writeFile(): Promise<void> {
  const out = createWriteStream(path);
  out.write(tableHeader);
  for (let n = 0; n < rows; n += 5000) {
    if (!out.write(rowsOf(n, Math.min(n + 5000, rows)))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

/** Largest memory this process ever held. */
const peakBytes = (): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

async function main(): Promise<void> {
  await writeFile();
  const fileBytes = statSync(path).size;
  const idleBytes = process.memoryUsage.rss();
  const begun = performance.now();
  const built = await buildInThread(path, tableSource);
  if (!built.ok) throw new Error(built.error.code);
  const buildMs = performance.now() - begun;
  const peakBuildBytes = peakBytes() - idleBytes;

  const matcher = matcherOf(openTable(built.value), { match: 'exact' });
  const keys = Array.from({ length: 200_000 }, (_, n) => Buffer.from(keyOf((Math.imul(n, 2_654_435_761) >>> 0) % rows)));
  for (const key of keys) matcher.find(key, 0, key.length);
  const roundOf = (get: (key: Buffer) => unknown) => {
    const times = new Float64Array(keys.length);
    for (const [index, key] of keys.entries()) {
      const from = performance.now();
      get(key);
      times[index] = (performance.now() - from) * 1000;
    }
    return times.sort();
  };
  const nothing = roundOf((key) => key.length);
  const gets = Array.from({ length: rounds }, () => roundOf((key) => matcher.find(key, 0, key.length)));
  /** Of all rounds; what else runs on the machine only makes them slower. */
  const at = (part: number) => gets.map((times) => Number(times[Math.floor(times.length * part)]!.toFixed(2))).toSorted((a, b) => a - b);

  const inspector = inspectTable(tableSource);
  const checking = performance.now();
  for await (const piece of createReadStream(path, { highWaterMark: MiB / 2 })) inspector.push(piece as Buffer);
  const facts = inspector.finish();
  const result = {
    rows: facts.ok ? facts.value.rows : facts.error.code,
    fileMiB: Math.round(fileBytes / MiB),
    tableMiB: Math.round(built.value.byteLength / MiB),
    peakBuildMiB: Math.round(peakBuildBytes / MiB),
    peakToFile: Number((peakBuildBytes / fileBytes).toFixed(2)),
    buildS: Number((buildMs / 1000).toFixed(1)),
    checkS: Number(((performance.now() - checking) / 1000).toFixed(1)),
    nothingP99Us: Number(nothing[Math.floor(nothing.length * 0.99)]!.toFixed(2)),
    getP50Us: at(0.5),
    getP99Us: at(0.99),
    getP999Us: at(0.999),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
