import type { TracedEvent } from '@acequia/contract';
import { Float, isObjectNode, parseJson, parsePath, printJson, type JsonNode, type KnownType } from '@acequia/event';

/** A field, or a member of one, that events of a sample have. */
export interface SampledField {
  /** As it is written between `${` and `}`. */
  readonly name: string;
  /** The field it is a member of, or the field itself. */
  readonly field: string;
  /** `unknown`: it differs between the events, or is null in all of them. */
  readonly type: KnownType;
  /** Events that have it, null or not. */
  readonly count: number;
  /** A value that one of the newest events has; undefined when it is null or empty in all. */
  readonly example: string | undefined;
}

export interface SampledFields {
  readonly events: number;
  readonly fields: readonly SampledField[];
}

interface Found {
  readonly field: string;
  /** Undefined for null. */
  readonly type: KnownType | undefined;
  readonly text: string;
}

/** Names offered at most; the first ones found count. */
export const sampledFieldsMax = 500;
const memberDepthMax = 4;
const exampleChars = 80;
const plainMember = /^[^\s.[\]{}"'$]+$/;

/** What the events of a step have, oldest first: every name that a reference can say, also of members inside JSON fields. */
export function sampleFields(events: readonly TracedEvent[]): SampledFields {
  const all = new Map<string, { field: string; type: KnownType | undefined; count: number; example: string | undefined }>();
  for (const event of events.toReversed())
    for (const [name, { field, type, text }] of fieldsOfEvent(event)) {
      const known = all.get(name);
      const example = type === undefined || text === '' ? undefined : text;
      if (known) {
        known.count += 1;
        known.example ??= example;
        if (type !== undefined) known.type = known.type === undefined || known.type === type ? type : 'unknown';
      } else if (all.size < sampledFieldsMax) all.set(name, { field, type, count: 1, example });
    }
  return { events: events.length, fields: [...all].map(([name, { type = 'unknown', ...found }]) => ({ name, type, ...found })) };
}

/** What each reference reads in one event. Where a field and a member share a name, the field is read. */
function fieldsOfEvent(event: TracedEvent): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const parsed = parseJson(event.json);
  if (!parsed.ok || !isObjectNode(parsed.value.node)) return found;
  const fields = [...parsed.value.node];
  const dotted = fields.map(([name]) => name).filter((name) => name.includes('.'));
  const isHidden = (name: string, field: string) =>
    dotted.some(
      (other) => other.length > field.length && (name === other || (name.startsWith(other) && '.['.includes(name[other.length]!))),
    );
  const walk = (name: string, field: string, node: JsonNode, depth: number): void => {
    if (!parsePath(name).ok || isHidden(name, field)) return;
    const type = depth === 0 ? typeOfName(event.types[field]) : typeOfMember(node);
    found.set(name, { field, type, text: (typeof node === 'string' ? node : printJson(node)).slice(0, exampleChars) });
    if (depth === memberDepthMax || !isObjectNode(node)) return;
    for (const [member, inner] of node)
      walk(
        plainMember.test(member) ? `${name}.${member}` : `${name}["${member.replaceAll(/["\\]/g, String.raw`\$&`)}"]`,
        field,
        inner,
        depth + 1,
      );
  };
  for (const [field, node] of fields) walk(field, field, node, 0);
  return found;
}

const typeOfName = (type: string | undefined): KnownType | undefined =>
  type === undefined || type === 'null' ? undefined : (type as KnownType);

function typeOfMember(node: JsonNode): KnownType | undefined {
  if (node === null) return undefined;
  if (typeof node === 'string') return 'string';
  if (typeof node === 'boolean') return 'boolean';
  if (typeof node === 'number' || typeof node === 'bigint') return 'integer';
  return node instanceof Float ? 'float' : 'json';
}
