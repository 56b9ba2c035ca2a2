import { parseConfig, type Definition, type Port } from '@acequia/component-sdk/definition';
import type { AnyFieldText } from '@acequia/component-sdk/text';
import { actionDefinitions, datasinkDefinitions, listenerDefinitions, operations } from '@acequia/components/definitions';
import { stringify } from 'yaml';
import { fieldColumns, fieldRows } from './field-rows.ts';
import { code, page, table } from './markdown.ts';

/** Every component with its fields, ports and examples. */
export function componentsPage(): string {
  const kinds: readonly (readonly [string, readonly Definition[]])[] = [
    ['Listeners', byId(listenerDefinitions)],
    ['Actions', byId(actionDefinitions)],
    ['Datasinks', byId(datasinkDefinitions)],
  ];
  return page(
    'Components',
    'Fields in the order of the form. A secret is a reference to a secret of the tenant, never a value. In a field of the type *field*, write the name or path without `${}`.',
    ...kinds.flatMap(([title, definitions]) => [`## ${title}`, ...definitions.flatMap(componentParts)]),
    '## Operations of field-transformation',
    'Operations marked ∗ go through a list element by element.',
    table(
      ['operation', 'group', 'what', 'takes', 'gives', 'parameters'],
      operations.map((operation) => [
        `${code(operation.id)}${operation.maps ? ' ∗' : ''}`,
        operation.group,
        `**${operation.title.en}.** ${operation.summary.en}`,
        operation.input === 'any' ? 'any' : operation.input.join(', '),
        operation.output,
        Object.keys(operation.text).map(code).join(' ') || '–',
      ]),
    ),
  );
}

const byId = (definitions: Readonly<Record<string, unknown>>): Definition[] =>
  (Object.values(definitions) as Definition[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));

function componentParts(definition: Definition): string[] {
  const texts = definition.text.fields as unknown as Readonly<Record<string, AnyFieldText>>;
  const fields =
    definition.kind === 'datasink'
      ? [
          'Of the datasink:',
          table(fieldColumns, fieldRows(definition.creation, texts, 'en')),
          'Of its node in a pipeline:',
          table(fieldColumns, fieldRows(definition.node, texts, 'en')),
        ]
      : [table(fieldColumns, fieldRows(definition.config, texts, 'en'))];
  return [
    `### ${definition.id} (${definition.kind})`,
    `**${[...new Set([definition.text.title.en, definition.text.title.es])].join(' · ')}**, version ${definition.version}. ${definition.text.summary.en}`,
    factsOf(definition),
    ...fields,
    ...examplesOf(definition),
  ];
}

function factsOf(definition: Definition): string {
  if (definition.kind === 'listener') return `Delivery: ${definition.delivery}.`;
  const ports = `Output ports, in the first example: ${
    portsOf(definition)
      .map(({ id, kind }) => `${code(id)} (${kind})`)
      .join(', ') || 'none'
  }.`;
  if (definition.kind === 'action') return `Group: ${definition.group}. State: ${definition.state}. ${ports}`;
  return `Order: ${definition.order}. What a repeat does there: ${definition.effect}. ${ports}`;
}

function portsOf(definition: Exclude<Definition, { kind: 'listener' }>): readonly Port[] {
  const example = definition.examples[0];
  if (!example) return [];
  const parsed =
    'node' in definition
      ? parseConfig(definition.node, (example as { node: unknown }).node)
      : parseConfig(definition.config, (example as { config: unknown }).config);
  return parsed.ok ? definition.ports(parsed.value) : [];
}

function examplesOf(definition: Definition): string[] {
  return (
    definition.examples as readonly {
      readonly name: { readonly en: string };
      readonly config?: unknown;
      readonly creation?: unknown;
      readonly node?: unknown;
    }[]
  ).map(
    ({ name, config, creation, node }) =>
      `${name.en}:\n\n\`\`\`yaml\n${stringify(config ?? { creation, node }, { lineWidth: 0, aliasDuplicateObjects: false })}\`\`\``,
  );
}
