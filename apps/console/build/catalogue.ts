import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

interface Choice {
  readonly id: string;
  readonly definition: { readonly id: string };
  readonly name: unknown;
  readonly summary: unknown;
}
interface DefinitionsModule {
  readonly listenerChoices: () => readonly Choice[];
  readonly datasinkChoices: () => readonly Choice[];
  readonly operations: readonly { readonly id: string; readonly parameters: { readonly shape: object } }[];
}

const name = 'virtual:catalogue';
const definitionsFile = fileURLToPath(new URL('../../../packages/components/src/definitions.ts', import.meta.url));

/** What lists and choosers need of the catalogue, taken from it at build time as data: without schemas, fields and operations. */
export function catalogue(): Plugin {
  return {
    name: 'catalogue',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(asked) {
      if (asked !== `\0${name}`) return undefined;
      const { module } = await runnerImport<DefinitionsModule>(definitionsFile);
      const cards = (choices: readonly Choice[]) =>
        choices.map((choice) => ({ id: choice.id, of: choice.definition.id, name: choice.name, summary: choice.summary }));
      const data = {
        listener: cards(module.listenerChoices()),
        datasink: cards(module.datasinkChoices()),
        operationsWithParameters: module.operations
          .filter(({ parameters }) => Object.keys(parameters.shape).length > 0)
          .map(({ id }) => id),
      };
      return `export default ${JSON.stringify(data)};`;
    },
  };
}
