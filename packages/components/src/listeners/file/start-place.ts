import type { FileHandle } from 'node:fs/promises';
import { KiB } from '@acequia/base';
import type { FileListenerConfig } from './config.ts';
import { trailerOf } from './trailer-of.ts';

const lookBackBytes = 64 * KiB;
const headerBytesMax = 64 * KiB;

/** Where the last unfinished line begins: a listener that starts at the end never begins in the middle of a line, if that is within 64 KiB. */
export async function endPlace(handle: FileHandle, config: FileListenerConfig): Promise<number> {
  const { size } = await handle.stat();
  const from = Math.max(0, size - lookBackBytes);
  const buffer = Buffer.alloc(size - from);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
  const trailer = Buffer.from(trailerOf(config));
  const last = buffer.subarray(0, bytesRead).lastIndexOf(trailer);
  if (last >= 0) return from + last + trailer.length;
  return from === 0 ? 0 : from + bytesRead;
}

/** The header row of a CSV file; undefined while it is not finished. */
export async function headerRow(
  handle: FileHandle,
  config: FileListenerConfig,
): Promise<{ readonly text: string; readonly end: number } | undefined> {
  const buffer = Buffer.alloc(headerBytesMax);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  return headerOf(buffer.subarray(0, bytesRead), config);
}

/** The same from the first bytes of the content. A first row of more than 64 KiB is cut. */
export function headerOf(first: Buffer, config: FileListenerConfig): { readonly text: string; readonly end: number } | undefined {
  const trailer = Buffer.from(trailerOf(config));
  const found = first.indexOf(trailer);
  if (found < 0 && first.length < headerBytesMax) return undefined;
  const text = first.toString('utf8', 0, found < 0 ? headerBytesMax : found);
  return { text: config.framing === 'newline' ? text.replace(/\r$/, '') : text, end: found < 0 ? headerBytesMax : found + trailer.length };
}
