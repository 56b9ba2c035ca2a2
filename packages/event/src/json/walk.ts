import type { PathStep } from '../field-path.ts';
import { Json, List, type FieldValue, type JsonNode } from '../values.ts';
import { isArrayNode, isObjectNode, nodeToValue } from './print-json.ts';

/** One step into a json; undefined when there is nothing. Negative indexes count from the end. */
export function stepInto(node: JsonNode | undefined, step: PathStep): JsonNode | undefined {
  if (typeof step === 'string') return isObjectNode(node) ? node.get(step) : undefined;
  if (node === undefined || !isArrayNode(node)) return undefined;
  return node.at(step);
}

export function walkNode(node: JsonNode, steps: readonly PathStep[]): JsonNode | undefined {
  let current: JsonNode | undefined = node;
  for (const step of steps) {
    current = stepInto(current, step);
    if (current === undefined) return undefined;
  }
  return current;
}

/** Walks from a field's value; undefined when the path meets nothing (catalogue 1.6: reads as null). */
export function walkValue(value: FieldValue | undefined, steps: readonly PathStep[]): FieldValue | undefined {
  if (steps.length === 0) return value;
  if (value instanceof List) return steps.length === 1 && typeof steps[0] === 'number' ? value.items.at(steps[0]) : undefined;
  return value instanceof Json ? nodeToValue(walkNode(value.node, steps)) : undefined;
}
