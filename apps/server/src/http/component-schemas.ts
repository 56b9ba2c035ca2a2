import { actionDefinitions, datasinkDefinitions, listenerDefinitions } from '@acequia/components/definitions';
import { storedExpressionSchema } from '@acequia/event';
import * as z from 'zod';

/** A piece of JSON Schema. */
export type SchemaPart = Readonly<Record<string, unknown>>;

/** What configurations and conditions are, for the document: each component's, and one of every kind that lists them. */
export function componentSchemas(): Record<string, SchemaPart> {
  const schemas: Record<string, SchemaPart> = { condition: schemaOf('condition', storedExpressionSchema, 'Which events') };
  const addKind = (kind: ConfigKind, parts: readonly { readonly id: string; readonly title: string; readonly config: z.ZodType }[]) => {
    for (const { id, title, config } of parts) schemas[`${kind}-${id}`] = schemaOf(`${kind}-${id}`, config, title);
    schemas[kind] = { description: 'As its component wants it.', anyOf: parts.map(({ id }) => reference(`${kind}-${id}`)) };
  };
  const listed = <D extends { readonly id: string; readonly text: { readonly title: { readonly en: string } } }>(
    definitions: readonly D[],
    config: (definition: D) => z.ZodType,
  ) => definitions.map((definition) => ({ id: definition.id, title: definition.text.title.en, config: config(definition) }));
  const datasinks = Object.values(datasinkDefinitions);
  addKind(
    'listener',
    listed(Object.values(listenerDefinitions), ({ config }) => config),
  );
  addKind(
    'action',
    listed(Object.values(actionDefinitions), ({ config }) => config),
  );
  addKind(
    'datasink',
    listed(datasinks, ({ creation }) => creation),
  );
  addKind(
    'datasink-node',
    listed(datasinks, ({ node }) => node),
  );
  return schemas;
}

type ConfigKind = 'listener' | 'action' | 'datasink' | 'datasink-node';

const reference = (name: string): SchemaPart => ({ $ref: `#/components/schemas/${name}` });

/** What a field looks like in a form is no word of JSON Schema. */
const noHints = z.registry<z.core.GlobalMeta>();

/** Its own definitions stay inside of it; references to them begin at the root of the document. */
function schemaOf(name: string, schema: z.ZodType, title: string): SchemaPart {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: noHints });
  return { title, ...(moved(made, `#/components/schemas/${name}`) as SchemaPart) };
}

function moved(part: unknown, root: string): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => moved(each, root));
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace('#', root) : moved(value, root),
    ]),
  );
}

/** Of which kind the configurations of a noun's operations are. */
const kinds: Readonly<Record<string, ConfigKind>> = { listeners: 'listener', datasinks: 'datasink', actions: 'action' };
const nodeKinds: Readonly<Record<string, ConfigKind>> = { action: 'action', datasink: 'datasink-node' };

/**
 * The same schema of what an operation is sent, where configurations and conditions name what they are. A document may be a draft: its
 * nodes may hold a configuration that their component does not accept yet.
 */
export function withComponents(part: unknown, noun: string): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => withComponents(each, noun));
  const { properties } = part as { readonly properties?: Readonly<Record<string, { readonly const?: unknown } | undefined>> };
  const rest = Object.entries(part).map(([key, value]) => [key, withComponents(value, noun)] as const);
  if (properties === undefined) return Object.fromEntries(rest);
  const members = withComponents(properties, noun) as Record<string, unknown>;
  const nodeKind = nodeKinds[String(properties['kind']?.const)];
  const kind = nodeKind ?? kinds[noun];
  if (properties['config'] && kind)
    members['config'] = nodeKind ? { anyOf: [reference(kind), { description: 'In a draft.', ...properties['config'] }] } : reference(kind);
  if (properties['condition']) members['condition'] = reference('condition');
  return { ...Object.fromEntries(rest), properties: members };
}
