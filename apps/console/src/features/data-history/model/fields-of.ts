import { isObjectNode, parseJson, printJson } from '@acequia/event';

/** Names and values of an event's fields in their order, as exact JSON. */
export function fieldsOf(json: string): (readonly [name: string, value: string])[] {
  const parsed = parseJson(json);
  if (!parsed.ok || !isObjectNode(parsed.value.node)) return [];
  return [...parsed.value.node].map(([name, node]) => [name, printJson(node)]);
}
