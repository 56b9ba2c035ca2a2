import { callOperation } from '#lib/operations/call.ts';
import { saveFile } from '#lib/save-file/save-file.ts';
import type { OperationInput } from '@acequia/contract';

export type ActivityFilter = Omit<OperationInput<'activity:export'>, 'format' | 'cursor'>;

/** Fetches the file piece by piece and hands it to the browser. */
export async function downloadLog(filter: ActivityFilter, format: 'csv' | 'json'): Promise<void> {
  const pieces: string[] = [];
  let cursor: number | null | undefined;
  while (cursor !== null) {
    const piece = await callOperation('activity:export', { ...filter, format, ...(cursor === undefined ? {} : { cursor }) });
    pieces.push(piece.text);
    cursor = piece.next;
  }
  const csv = format === 'csv';
  saveFile(pieces, `activity.${csv ? 'csv' : 'ndjson'}`, csv ? 'text/csv' : 'application/x-ndjson');
}
