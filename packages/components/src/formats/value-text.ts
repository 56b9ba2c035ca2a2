import { compileTimePattern, Timestamp, timestampText, valueToText, type FieldValue } from '@acequia/event';

/** Prints instants by a pattern of catalogue 4.7; `RFC3339` is the product's own form. Undefined when the pattern is wrong. */
export function timePrinter(pattern: string): ((ns: bigint) => string) | undefined {
  if (pattern === 'RFC3339') return timestampText;
  const compiled = compileTimePattern(pattern);
  return compiled.ok ? (ns) => compiled.value.format(ns) : undefined;
}

/** Text of a value, instants by `printTime`; null is the empty text. */
export function valueText(value: FieldValue, printTime: (ns: bigint) => string): string {
  if (typeof value === 'string') return value;
  return value instanceof Timestamp ? printTime(value.ns) : valueToText(value);
}
