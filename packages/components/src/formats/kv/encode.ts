export interface KvPairOptions {
  readonly keyValue: string;
  readonly between: string;
}

/** `key=value`; the value is quoted, with backslashes, only when it is empty or holds a separator, a quote or a line break. */
export function kvPair(key: string, text: string, options: KvPairOptions): string {
  const plain = text !== '' && !text.includes(options.keyValue) && !text.includes(options.between) && !/["\\\r\n]/.test(text);
  return `${key}${options.keyValue}${plain ? text : `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`}`;
}
