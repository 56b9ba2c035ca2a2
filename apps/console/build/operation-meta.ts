import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

interface ContractModule {
  readonly contract: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly '~orpc': { readonly meta: { readonly reads: readonly string[]; readonly changes: readonly string[] } } }>
      >
    >
  >;
}

const name = 'virtual:operation-meta';
const contractFile = fileURLToPath(new URL('../../../packages/contract/src/index.ts', import.meta.url));

/** What each operation reads and changes, taken from the contract at build time: as data, without its schemas (26 KB gz less in every page). */
export function operationMeta(): Plugin {
  return {
    name: 'operation-meta',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const { module } = await runnerImport<ContractModule>(contractFile);
      const meta = Object.entries(module.contract).flatMap(([noun, verbs]) =>
        Object.entries(verbs).map(
          ([verb, procedure]) =>
            [`${noun}:${verb}`, { reads: procedure['~orpc'].meta.reads, changes: procedure['~orpc'].meta.changes }] as const,
        ),
      );
      return `export default ${JSON.stringify(Object.fromEntries(meta))};`;
    },
  };
}
