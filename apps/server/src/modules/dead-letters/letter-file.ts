import { csvLine as lineOf } from '@acequia/base';
import type { LetterDetail } from '@acequia/contract';

/** A letter as one line of JSON; its event stands as an object, numbers as they are. */
export function jsonLine(letter: LetterDetail): string {
  const { json, fields, preview: _preview, at, ...facts } = letter;
  const internal = Object.fromEntries(fields.filter(({ name }) => name.startsWith('_')).map(({ name, value }) => [name, value]));
  const head = JSON.stringify({ ...facts, at: new Date(at).toISOString(), internal });
  return `${head.slice(0, -1)},"event":${json ?? 'null'}}\n`;
}

const columns = ['id', 'eventId', 'at', 'state', 'pipelineId', 'versionId', 'node', 'listenerId', 'outcome', 'code', 'message'] as const;

export const csvHeader = lineOf([...columns, 'attempts', 'status', 'response', 'raw', 'event']);

/** A letter as one line of CSV (RFC 4180). */
export function csvLine(letter: LetterDetail): string {
  const raw = letter.fields.find(({ name }) => name === '_raw')?.value ?? '';
  const row = { ...letter, at: new Date(letter.at).toISOString() };
  const facts = columns.map((column) => String(row[column]));
  return lineOf([...facts, letter.attempts, letter.status ?? '', letter.response ?? '', raw, letter.json ?? '']);
}
