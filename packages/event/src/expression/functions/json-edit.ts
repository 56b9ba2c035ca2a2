import type { PathStep } from '../../field-path.ts';
import { isArrayNode, isObjectNode } from '../../json/print-json.ts';
import type { JsonNode } from '../../values.ts';
import { ExpressionError, expressionLimits } from '../faults.ts';

/** A copy in which `member` stands at the path; objects missing on the way are made. An index must exist or be the next one. */
export function setAt(node: JsonNode | undefined, steps: readonly PathStep[], member: JsonNode): JsonNode {
  const [step, ...rest] = steps;
  if (step === undefined) return member;
  if (typeof step === 'string') {
    if (node !== undefined && node !== null && !isObjectNode(node)) throw new ExpressionError('EXPR_INDEX', step);
    const copy = new Map(isObjectNode(node ?? undefined) ? (node as ReadonlyMap<string, JsonNode>) : []);
    return copy.set(step, setAt(copy.get(step), rest, member));
  }
  const items = node === undefined || node === null ? [] : node;
  if (!isArrayNode(items)) throw new ExpressionError('EXPR_INDEX', String(step));
  const index = step < 0 ? items.length + step : step;
  if (index < 0 || index > items.length) throw new ExpressionError('EXPR_INDEX', String(step));
  const copy = [...items];
  copy[index] = setAt(copy[index], rest, member);
  return copy;
}

/** A copy without what stands at the path; the same node when nothing does. */
export function removeAt(node: JsonNode, steps: readonly PathStep[]): JsonNode {
  const [step, ...rest] = steps;
  if (typeof step === 'string' && isObjectNode(node) && node.has(step)) {
    const copy = new Map(node);
    if (rest.length === 0) copy.delete(step);
    else copy.set(step, removeAt(node.get(step)!, rest));
    return copy;
  }
  if (typeof step === 'number' && isArrayNode(node)) {
    const index = step < 0 ? node.length + step : step;
    if (index < 0 || index >= node.length) return node;
    return rest.length === 0 ? node.toSpliced(index, 1) : node.with(index, removeAt(node[index]!, rest));
  }
  return node;
}

/** Objects merge at every depth; anything else is taken from the right. */
export function mergeNodes(left: JsonNode, right: JsonNode): JsonNode {
  if (!isObjectNode(left) || !isObjectNode(right)) return right;
  const merged = new Map(left);
  for (const [key, member] of right) merged.set(key, merged.has(key) ? mergeNodes(merged.get(key)!, member) : member);
  return merged;
}

/** One level deep; empty objects and arrays stay as they are. */
export function flattenNode(node: JsonNode, separator: string): ReadonlyMap<string, JsonNode> {
  const flat = new Map<string, JsonNode>();
  const visit = (at: string, value: JsonNode) => {
    const entries = isObjectNode(value) ? [...value] : isArrayNode(value) ? value.map((item, i) => [String(i), item] as const) : [];
    if (entries.length === 0) {
      if (at === '') return;
      flat.set(at, value);
      if (flat.size > expressionLimits.elements) throw new ExpressionError('EXPR_LIMIT', 'elements');
    }
    for (const [key, member] of entries) visit(at === '' ? key : at + separator + key, member);
  };
  visit('', node);
  return flat;
}
