import type { Lookup } from '@acequia/contract';
import { callOperation } from '#lib/operations/call.ts';

/** The file of a version as it was uploaded, part by part; the browser keeps large ones on its disk. */
export async function downloadVersion(
  id: string,
  number: number,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (part: number, parts: number) => void },
): Promise<Blob[]> {
  const pieces: Blob[] = [];
  for (let part = 0, parts = 1; part < parts; part += 1) {
    const read = await callOperation('lookups:getPart', { id, number, part }, { signal });
    parts = read.parts;
    pieces.push(new Blob([Uint8Array.from(atob(read.content), (letter) => letter.charCodeAt(0))]));
    onProgress(part + 1, parts);
  }
  return pieces;
}

/** `Sites of Spain`, 3 → `sites-of-spain-3.csv`. */
export function fileNameOf({ name, format }: Pick<Lookup, 'name' | 'format'>, number: number): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${plain || 'lookup'}-${number}.${format === 'csv' ? 'csv' : 'jsonl'}`;
}
