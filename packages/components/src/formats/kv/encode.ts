export interface KvPairOptions {
  readonly keyValue: string;
  readonly between: string;
}

/**
 * `key=value`; the value is quoted, with backslashes, only when it holds a separator, a quote or a line break (catalogue 7.5): an
 * empty one stays bare. What it writes, the parser's `kv` mode with the same separators reads back.
 */
export function kvPair(key: string, text: string, options: KvPairOptions): string {
  return `${key}${options.keyValue}${isPlain(text, options) ? text : quoted(text)}`;
}

/** A blank between pairs stands for any blank; the end of a value must not complete a longer separator too early. */
const isPlain = (text: string, { keyValue, between }: KvPairOptions): boolean =>
  !text.includes(keyValue) &&
  !/["\r\n]/.test(text) &&
  (between === ' ' ? !/[\t\v\f ]/.test(text) : `${text}${between}`.indexOf(between) === text.length);

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
