import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { dataKinds, type DataKind } from './data-kinds.ts';
import { allLookupRows } from './lookup-table.ts';

/** Counts the changes of what the generators make, so that files of an earlier form are not taken for these. */
const revision = 1;
const piece = 1 << 20;

/** Events in a row, one a line. */
export interface DataFile {
  readonly path: string;
  readonly rows: number;
}

/** The events of a workload: those a system gets warm with, and those it is measured with. */
export interface WorkloadData {
  readonly warmUp: DataFile;
  readonly measured: DataFile;
}

/** Of all rows. A program that compiles what it uses often is still at it after a few hundred thousand events. */
const warmUpShare = 0.5;

export const totalRows = ({ warmUp, measured }: WorkloadData): number => warmUp.rows + measured.rows;

/** The first `rows` events of a kind in two files, written when they are not there yet. */
export function dataFiles(directory: string, kind: DataKind, rows: number): WorkloadData {
  const until = Math.ceil(rows * warmUpShare);
  return { warmUp: dataFile(directory, kind, 0, until), measured: dataFile(directory, kind, until, rows) };
}

function dataFile(directory: string, kind: DataKind, from: number, to: number): DataFile {
  const path = join(directory, `${kind}-${from}-${to}-${revision}.log`);
  const file = { path, rows: to - from };
  if (!existsSync(path)) writeLines(directory, path, kind, from, to);
  return file;
}

function writeLines(directory: string, path: string, kind: DataKind, from: number, to: number): void {
  mkdirSync(directory, { recursive: true });
  const file = openSync(`${path}.part`, 'w');
  const line = dataKinds[kind];
  let text = '';
  for (let index = from; index < to; index += 1) {
    text += line(index) + '\n';
    if (text.length >= piece) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
  renameSync(`${path}.part`, path);
}

/** The lookup table in the form each system reads; returns the folder. */
export function lookupFiles(directory: string): string {
  const folder = join(directory, `lookup-${revision}`);
  if (existsSync(join(folder, 'risk.json'))) return folder;
  mkdirSync(folder, { recursive: true });
  const rows = allLookupRows();
  writeFileSync(join(folder, 'lookup.csv'), `ip,zone,owner,risk\n${rows.map((r) => `${r.ip},${r.zone},${r.owner},${r.risk}\n`).join('')}`);
  const triples = rows.map((r) => `${r.ip},zone,${r.zone}\n${r.ip},owner,${r.owner}\n${r.ip},risk,${r.risk}\n`);
  writeFileSync(join(folder, 'triples.csv'), triples.join(''));
  for (const column of ['zone', 'owner', 'risk'] as const) {
    const table = rows.map((row) => ({ index: row.ip, value: String(row[column]) }));
    writeFileSync(join(folder, `${column}.json`), JSON.stringify({ version: 1, nomatch: 'none', type: 'string', table }));
  }
  return folder;
}
