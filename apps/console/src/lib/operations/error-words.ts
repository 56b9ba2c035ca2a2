import { useSyncExternalStore } from 'react';
import type { Language, Words } from '@acequia/component-sdk/text';
import type { ErrorCode } from '@acequia/contract';

type Fields = Readonly<Record<string, string | number>>;

let textOf: ((code: ErrorCode, language: Language, fields?: Fields) => Words) | undefined;
const waiting = new Set<() => void>();

/**
 * Loads the sentences of the server's error codes, both languages; no page needs them to show. A failed operation waits for
 * them before it rejects, so whoever has its error has them. Resolves also when they could not be loaded.
 */
export async function loadErrorWords(): Promise<void> {
  if (textOf) return;
  try {
    ({ errorText: textOf } = await import('@acequia/contract/error-texts'));
    for (const tell of waiting) tell();
  } catch {
    textOf = undefined;
  }
}

/** What happened, and why and what next; the code alone while the sentences are not there. */
export const errorWords = (code: ErrorCode, language: Language, fields: Fields = {}): Words =>
  textOf?.(code, language, fields) ?? { title: code, text: '' };

/** Draws the component again when the sentences have come: for codes that come with data and not by a failed operation. */
export function useErrorWords(): typeof errorWords {
  useSyncExternalStore(onLoaded, isLoaded);
  return errorWords;
}

function onLoaded(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}
const isLoaded = () => textOf !== undefined;
