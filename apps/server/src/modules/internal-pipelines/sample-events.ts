import { err, ok, type Result } from '@acequia/base';
import { checkFieldName, Float, isObjectNode, parseJson, printJson, type JsonNode } from '@acequia/event';

/** What stands where a hidden text stood. */
const hiddenText = '***';

/** Sample events as they are stored: values of the named fields hidden. The fault is the number of the first line that is no event, from 1. */
export function sampleEvents(texts: readonly string[], masked: readonly string[]): Result<string[], number> {
  const hidden = new Set(masked);
  const events: string[] = [];
  for (const [index, text] of texts.entries()) {
    const parsed = parseJson(text);
    if (!parsed.ok || !isObjectNode(parsed.value.node)) return err(index + 1);
    const { node } = parsed.value;
    if ([...node.keys()].some((name) => !name.startsWith('_') && checkFieldName(name) !== undefined)) return err(index + 1);
    const changed = new Map([...node].map(([name, value]) => [name, hidden.has(name) ? hide(value) : value] as const));
    events.push(hidden.size === 0 ? text.trim() : printJson(changed));
  }
  return ok(events);
}

/** Another value of the same type. */
function hide(value: JsonNode): JsonNode {
  if (typeof value === 'string') return hiddenText;
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  if (typeof value === 'boolean') return false;
  if (value instanceof Float) return new Float(0);
  if (Array.isArray(value)) return value.map(hide);
  if (isObjectNode(value)) return new Map([...value].map(([name, member]) => [name, hide(member)] as const));
  return null;
}
