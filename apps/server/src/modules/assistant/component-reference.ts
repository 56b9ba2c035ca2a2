import { visitFields, type ActionDefinition, type DatasinkDefinition } from '@acequia/component-sdk/definition';
import type { AnyFieldText, Language } from '@acequia/component-sdk/text';
import { actionDefinitions, datasinkDefinitions } from '@acequia/components/definitions';
import * as z from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ModelTool } from './model-client.ts';

export const componentTool = 'describe_component';

/** Product documentation: it holds nothing of a tenant. */
export const describeComponent: ModelTool = {
  type: 'function',
  function: {
    name: componentTool,
    description: 'How an action or a data sink is configured: its fields, their rules, examples. Ask before you configure one.',
    parameters: {
      type: 'object',
      properties: { kind: { enum: ['action', 'datasink'] }, component: { type: 'string' } },
      required: ['kind', 'component'],
    },
  },
};

const inputSchema = z.object({ kind: z.enum(['action', 'datasink']), component: z.string().max(64) });

/** One line per component of the catalogue. */
export function listComponents(language: Language): string {
  const line = ({ id, text }: ActionDefinition | DatasinkDefinition) => `- ${id}: ${text.title[language]}. ${text.summary[language]}`;
  return [
    'Actions:',
    ...Object.values<ActionDefinition>(actionDefinitions).map(line),
    'Data sinks:',
    ...Object.values<DatasinkDefinition>(datasinkDefinitions).map(line),
  ].join('\n');
}

/** What the tool answers; undefined for a component that is not there. */
export function readComponent(catalogue: Catalogue, given: unknown, language: Language): unknown {
  const asked = inputSchema.safeParse(given);
  if (!asked.success) return undefined;
  const { kind, component } = asked.data;
  const definition = kind === 'action' ? catalogue.action(component) : catalogue.datasink(component);
  if (!definition) return undefined;
  const config = definition.kind === 'action' ? definition.config : definition.node;
  const words: Readonly<Record<string, AnyFieldText>> = definition.text.fields ?? {};
  const labels: Record<string, string> = {};
  visitFields(config, (path) => {
    const text = path.length === 1 ? words[path[0] ?? ''] : undefined;
    if (text) labels[path.join('.')] = [text.label, text.help].flatMap((each) => (each ? [each[language]] : [])).join('. ');
  });
  return {
    component,
    version: definition.version,
    about: definition.text.summary[language],
    fields: labels,
    config: z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }),
    examples: definition.examples.map((example) => ({
      name: example.name[language],
      config: 'config' in example ? example.config : example.node,
    })),
  };
}
