import { csvLine } from '@acequia/base';
import type { activity } from '../../db/schema/index.ts';

type Row = typeof activity.$inferSelect;

const columns = ['seq', 'date', 'name', 'surname', 'email', 'operation', 'entity', 'object', 'refused', 'ip', 'via'] as const;

const cellsOf = (row: Row) => [
  row.seq,
  new Date(row.at).toISOString(),
  row.name,
  row.surname,
  row.email,
  row.operation,
  row.entity,
  row.objectName,
  row.refusedCode ?? '',
  row.ip,
  row.via,
];

/** Rows as lines of CSV; the first piece of a file begins with the names of the columns. */
export const csvPiece = (rows: readonly Row[], first: boolean): string =>
  (first ? csvLine(columns) : '') + rows.map((row) => csvLine(cellsOf(row))).join('');

/** Rows as lines of JSON, each with its hash, so that a file can be checked without the database. */
export const jsonPiece = (rows: readonly Row[]): string =>
  rows
    .map((row) => {
      const named = Object.fromEntries(columns.map((column, index) => [column, cellsOf(row)[index]]));
      return `${JSON.stringify({ ...named, hash: row.hash.toString('hex') })}\n`;
    })
    .join('');
