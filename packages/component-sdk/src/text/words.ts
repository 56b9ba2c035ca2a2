import type { Language } from './text.ts';

/** Values a text names. */
export type TextFields = Readonly<Record<string, string | number>>;

/** What happened, and why and what next. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

export type WordsByLanguage = Readonly<Record<Language, readonly [title: string, text: string]>>;

/**
 * `{name}` becomes the value, `{a|b}` the first there is, a dash when there is none; `${name}` stays. A part in square
 * brackets that names values is left out unless all of them are there. An empty value counts as none.
 */
export function fillIn(sentence: string, fields: TextFields): string {
  const valueOf = (names: string) => names.split('|').find((name) => Object.hasOwn(fields, name) && fields[name] !== '');
  const fill = (text: string) =>
    text.replace(/(?<!\$)\{([\w|]+)\}/g, (_match, names: string) => String(fields[valueOf(names) ?? ''] ?? '–'));
  const placed = sentence.replace(/\[([^\]{]*\{[^\]]*)\]/g, (_match, part: string) =>
    [...part.matchAll(/\{([\w|]+)\}/g)].every((name) => valueOf(name[1]!) !== undefined) ? part : '',
  );
  return fill(placed);
}

/** A rejected event's reason, as it is stored. A message that repeats the code says nothing. */
export interface Rejection {
  readonly code?: string;
  readonly message?: string | undefined;
  readonly expected?: { readonly code: string; readonly fields: TextFields } | undefined;
  readonly status?: number | null | undefined;
  /** From 0. */
  readonly offset?: number | null | undefined;
}

/** What `reasonText` needs beside the code. */
export const rejectionFields = ({ code, message, expected, status, offset }: Rejection): TextFields => ({
  ...(message === undefined || message === code ? {} : { message }),
  ...(typeof status === 'number' ? { status } : {}),
  ...(typeof offset === 'number' ? { offset } : {}),
  ...(expected ? { ...expected.fields, expected: expected.code } : {}),
});
