// Loaded before each program and thread of an installation (`node --import`): changes its code as it is loaded. ACEQUIA_MISTAKE is a
// JSON list of `{ find, put }`: the first place of a bundled file that a pattern finds is replaced. What was changed is printed, so
// that a pattern without its place is noticed.
import { writeSync } from 'node:fs';
import module from 'node:module';

const edits = JSON.parse(process.env.ACEQUIA_MISTAKE ?? '[]').map(({ find, put }) => ({ find: new RegExp(find), put }));

// Before the programs there may be npm, on a Node without such hooks.
module.registerHooks?.({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.includes('/dist/programs/') || !loaded.source) return loaded;
    let source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source).toString();
    for (const [n, { find, put }] of edits.entries()) {
      if (!find.test(source)) continue;
      source = source.replace(find, put);
      writeSync(2, `mistake made: ${n}\n`);
    }
    return { ...loaded, source };
  },
});
