import type { TraceResult } from '@acequia/contract';
import { isObjectNode, parseJson, printJson } from '@acequia/event';

/** An event on its way through the chain, as it came in and as it is written. */
export interface FirstEvent {
  readonly raw: string | undefined;
  readonly receivedMs: number | undefined;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly value: string }[];
  /** Ids of fields that the parser added. */
  readonly parsed: readonly string[];
}

/** The first event that was traced, by what the last step saw of it; undefined: none yet. */
export function firstEventOf(result: TraceResult): FirstEvent | undefined {
  const trace = result.traces.find(({ steps }) => steps.length > 0);
  const [came, left] = [trace?.steps[0]?.input, trace?.steps.at(-1)?.input];
  if (!trace || !came || !left) return undefined;
  const before = new Set(membersOf(came.json).map(([name]) => name));
  const fields = membersOf(left.json).map(([name, value]) => ({ name, value, type: left.types[name] ?? 'string' }));
  return {
    raw: came.raw ?? textOf(came.json),
    receivedMs: trace.born?.receivedMs,
    fields,
    parsed: fields.flatMap(({ name }) => (before.has(name) ? [] : [name])),
  };
}

/** The text that a source took line by line. */
function textOf(json: string): string | undefined {
  const parsed = parseJson(json);
  if (!parsed.ok || !isObjectNode(parsed.value.node)) return undefined;
  const text = parsed.value.node.get('_raw') ?? parsed.value.node.get('message');
  return typeof text === 'string' ? text : undefined;
}

/** Names with their values as JSON; integers in full. */
function membersOf(json: string): (readonly [string, string])[] {
  const parsed = parseJson(json);
  if (!parsed.ok || !isObjectNode(parsed.value.node)) return [];
  return [...parsed.value.node].map(([name, node]) => [name, printJson(node)] as const);
}
