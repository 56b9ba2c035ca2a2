import { crc32 } from 'node:zlib';
import { err, ok, type Result } from '@acequia/base';

/** Where a letter lies in its tenant's stream. */
export interface LetterPlace {
  readonly block: number;
  readonly frame: number;
  readonly row: number;
}

/** A letter's name outside of the engine. It ends with a check over the stream, so that a tenant cannot use another's. */
export const letterId = (stream: string, { block, frame, row }: LetterPlace): string => {
  const place = `${block}.${frame}.${row}`;
  return `${place}.${crc32(`${stream} ${place}`).toString(36)}`;
};

export function parseLetterId(stream: string, id: string): Result<LetterPlace, 'unknown'> {
  const [block, frame, row] = id.split('.', 3).map(Number);
  if (![block, frame, row].every((part) => Number.isSafeInteger(part) && part! >= 0)) return err('unknown');
  const place = { block: block!, frame: frame!, row: row! };
  return letterId(stream, place) === id ? ok(place) : err('unknown');
}

export function comparePlaces(a: LetterPlace, b: LetterPlace): number {
  return a.block - b.block || a.frame - b.frame || a.row - b.row;
}
