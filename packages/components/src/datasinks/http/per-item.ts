import type { JsonNode } from '@acequia/event';
import type { SendReport } from '@acequia/component-sdk/runtime';
import { Retry } from '@acequia/component-sdk/runtime';
import { classifyAnswer, type AnswerRules } from './answer.ts';

/** Where a destination that answers 200 hides the faults of single items: paths of member names and indices. */
export interface PerItemPaths {
  readonly items: readonly (string | number)[];
  readonly status: readonly (string | number)[];
  readonly error: readonly (string | number)[];
}

/** `items[0].status` → its steps. */
export function parseItemPath(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(-?\d+)\]|([^.[\]]+)/g)].map((match) => (match[1] === undefined ? match[2]! : Number(match[1])));
}

function walk(node: JsonNode | undefined, path: readonly (string | number)[]): JsonNode | undefined {
  let at = node;
  for (const step of path) {
    if (at instanceof Map) at = (at as ReadonlyMap<string, JsonNode>).get(String(step));
    else if (Array.isArray(at) && typeof step === 'number') at = (at as readonly JsonNode[]).at(step);
    else return undefined;
  }
  return at;
}

/**
 * The faults of single records in a positive answer, item n being record n. An item is refused when its status is a
 * number outside 2xx (in class reject) or when it has no status but an error. Throws `Retry` when the answer cannot be
 * read or has another number of items; items that may be tried again make the whole batch a `Retry`, because the
 * destination sees the same idempotency key. Faults are told without what `hide` takes out.
 */
export function readItems(
  body: JsonNode | undefined,
  paths: PerItemPaths,
  count: number,
  rules: AnswerRules,
  hide: (answer: string) => string,
): SendReport['rejected'] {
  const items = walk(body, paths.items);
  if (!Array.isArray(items) || items.length !== count) throw new Retry('DELIVERY_BAD_ANSWER');
  const told = (fault: JsonNode | undefined) => hide(print(fault));
  const rejected: NonNullable<SendReport['rejected']>[number][] = [];
  for (const [record, item] of (items as readonly JsonNode[]).entries()) {
    const status = walk(item, paths.status);
    const fault = paths.error.length === 0 ? undefined : walk(item, paths.error);
    const number = typeof status === 'number' ? status : typeof status === 'string' && /^\d{3}$/.test(status) ? Number(status) : undefined;
    if (number === undefined) {
      if (fault === undefined || fault === null || fault === false) continue;
      rejected.push({ record, code: 'DELIVERY_ITEM', detail: { response: told(fault) } });
      continue;
    }
    const kind = classifyAnswer(number, rules);
    if (kind === 'delivered') continue;
    if (kind === 'retry') throw new Retry(`HTTP_${number}`, { status: number, response: told(fault) });
    rejected.push({ record, code: `HTTP_${number}`, detail: { status: number, response: told(fault) } });
  }
  return rejected;
}

function print(node: JsonNode | undefined): string {
  const text = typeof node === 'string' ? node : JSON.stringify(plain(node ?? null));
  return text.slice(0, 2048);
}

function plain(node: JsonNode): unknown {
  if (node instanceof Map)
    return Object.fromEntries([...(node as ReadonlyMap<string, JsonNode>)].map(([name, value]) => [name, plain(value)]));
  if (Array.isArray(node)) return (node as readonly JsonNode[]).map(plain);
  return typeof node === 'bigint' ? node.toString() : typeof node === 'object' && node !== null && 'value' in node ? node.value : node;
}
