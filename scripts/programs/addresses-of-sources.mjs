// In a bundle, `import.meta` still tells where the source is, so that files beside it are found; but programs and threads are
// started from the bundle. Both are written relative to the bundle: no path of this machine gets into it.
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const toSource = '__to_source__';
const toProgram = '__to_program__';

/** Name of a program or thread in the bundle, e.g. `apps/worker/main` of `apps/worker/src/main.ts`. */
export const programName = (path) => path.replace('/src/', '/').replace(/\.ts$/, '');

/** A plugin for sources below `root`; `programs` are the paths of the bundle's own entries. */
export function addressesOfSources(root, programs) {
  const emitted = new Set(programs);
  const prelude = resolve(import.meta.dirname, 'named-stacks.mjs');
  return {
    name: 'addresses-of-sources',
    transform: {
      filter: { id: /\/(apps|packages)\/.*\.ts$/ },
      handler(code, id) {
        const path = relative(root, id);
        const entry = (target) => {
          const wanted = relative(root, resolve(dirname(id), target));
          if (!existsSync(resolve(root, wanted))) throw new Error(`${path} starts ${target}, which is not there`);
          if (!emitted.has(wanted)) {
            emitted.add(wanted);
            this.emitFile({ type: 'chunk', id: resolve(root, wanted), fileName: `${programName(wanted)}.js` });
          }
          return `new URL("${toProgram}/${programName(wanted)}.js", import.meta.url)`;
        };
        const changed = code.replace(
          /new URL\('(\.[^']+\.ts)', import\.meta\.url\)|import\.meta\.resolve\('(\.[^']+\.ts)'\)|import\.meta\.(\w+)/g,
          (_whole, started, resolved, property) => {
            if (started !== undefined) return entry(started);
            if (resolved !== undefined) return `${entry(resolved)}.href`;
            if (property === 'url') return `new URL("${toSource}/${path}", import.meta.url).href`;
            throw new Error(`${path} uses import.meta.${property}; programs go by import.meta.url`);
          },
        );
        const first = emitted.has(path) ? `import ${JSON.stringify(prelude)};` : '';
        return changed === code && first === '' ? null : { code: first + changed, map: null };
      },
    },
    renderChunk(code, chunk) {
      const up = '../'.repeat(chunk.fileName.split('/').length - 1);
      if (!code.includes(toSource) && !code.includes(toProgram)) return null;
      // Three folders from a bundle's own up to the root: dist/programs/<hash>.
      return { code: code.replaceAll(`${toSource}/`, `${up}../../../`).replaceAll(`${toProgram}/`, up === '' ? './' : up), map: null };
    },
  };
}
