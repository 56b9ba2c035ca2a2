import { actionDefinitions, datasinkDefinitions, listenerDefinitions } from '@acequia/components/definitions';
import type { ConfigSchema } from '@acequia/component-sdk/definition';
import type { Config } from './lines.ts';

/** A form of the catalogue with its words and the configurations its component gives as examples. */
export interface CatalogueForm {
  readonly name: string;
  readonly schema: ConfigSchema;
  readonly text: { readonly fields: unknown };
  readonly examples: readonly Config[];
}

/** Every form that is drawn from a definition: listeners, actions, and both halves of each datasink. */
export const catalogueForms: readonly CatalogueForm[] = [
  ...[...Object.values(listenerDefinitions), ...Object.values(actionDefinitions)].map(({ kind, id, config, text, examples }) => ({
    name: `${kind} ${id}`,
    schema: config as ConfigSchema,
    text,
    examples: examples.map((example) => example.config as Config),
  })),
  ...Object.values(datasinkDefinitions).flatMap(({ id, creation, node, text, examples }) => [
    { name: `datasink ${id}`, schema: creation as ConfigSchema, text, examples: examples.map((example) => example.creation as Config) },
    { name: `node of ${id}`, schema: node as ConfigSchema, text, examples: examples.map((example) => example.node as Config) },
  ]),
];
