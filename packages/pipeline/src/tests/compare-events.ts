import { isObjectNode, nodesEqual, parseJson, printJson, type JsonNode } from '@acequia/event';

/** A field that is not as wanted; undefined: it is not there. Values are JSON texts. */
export interface FieldDifference {
  readonly field: string;
  readonly expected: string | undefined;
  readonly got: string | undefined;
}

export type EventFields = ReadonlyMap<string, JsonNode>;

/** The fields of an event as JSON text. */
export function fieldsOf(text: string): EventFields {
  const parsed = parseJson(text);
  return parsed.ok && isObjectNode(parsed.value.node) ? parsed.value.node : new Map();
}

/** Whether an event has the wanted fields; it may have more. */
export const hasFields = (got: EventFields, wanted: EventFields): boolean =>
  [...wanted].every(([name, value]) => same(value, got.get(name)));

/** The fields of `names` that differ. */
export const differences = (wanted: EventFields, got: EventFields, names: Iterable<string>): readonly FieldDifference[] =>
  [...names]
    .filter((field) => !same(wanted.get(field), got.get(field)))
    .map((field) => ({ field, expected: textOf(wanted.get(field)), got: textOf(got.get(field)) }));

const same = (a: JsonNode | undefined, b: JsonNode | undefined): boolean =>
  a === undefined || b === undefined ? a === b : nodesEqual(a, b);

const textOf = (node: JsonNode | undefined): string | undefined => (node === undefined ? undefined : printJson(node));
