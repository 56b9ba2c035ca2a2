/**
 * A text as one word of a POSIX shell, which reads nothing in it: in single quotes, a single quote of its own in double ones. Placeholders
 * of secrets in it are filled later.
 */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;

/** The same, without quotes where none are needed. */
export const shellWord = (text: string): string => (/^[\w./:@%+=,[\]-]+$/.test(text) ? text : shellQuoted(text));
