'use strict';
// Rules on who may import whom. Each comment says what to do instead. Run by `npm run check`.
const { mayImport } = require('./package-levels.mjs');

const testFile = '(\\.test\\.tsx?$|/conformance\\.ts$|/testing/)';

const levels = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `level-${folder.split('/')[1]}`,
  severity: 'error',
  comment:
    `${folder} may import only ${allowed.length ? allowed.join(', ') : 'nothing of ours'}. ` +
    'Move the piece down to a package both may import, or pass it in as an argument (docs/architecture.md, Levels).',
  from: { path: `^${folder}/src/`, pathNot: testFile },
  to: { path: '^(packages|apps)/', pathNot: [`^${folder}/`, ...allowed.map((name) => `^packages/${name}/`)] },
}));

const island = (name, root, entry, advice) => ({
  name,
  severity: 'error',
  comment: advice,
  from: { path: `^${root}/([^/]+)/`, pathNot: testFile },
  to: { path: `^${root}/([^/]+)/`, pathNot: [`^${root}/$1/`, ...(entry ? [entry] : [])] },
});

module.exports = {
  forbidden: [
    ...levels,
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Two files that need each other are one idea, or hide a third: put the shared part into a file of its own.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'apps-apart',
      severity: 'error',
      comment: 'Apps never import each other. Share through packages/contract, or start the other as a process.',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'testkit-from-tests-only',
      severity: 'error',
      comment: 'packages/testkit is for tests. Product code takes what it needs as an argument.',
      from: { path: '^(apps|packages)/', pathNot: [testFile, '^packages/testkit/'] },
      to: { path: '^packages/testkit/' },
    },
    island(
      'island-actions',
      'packages/components/src/actions',
      '',
      'Component folders are islands. Put what two share into a format, a framing, or component-sdk.',
    ),
    island(
      'island-datasinks',
      'packages/components/src/datasinks',
      '',
      'Component folders are islands. Put what two share into a format, a framing, wire, or component-sdk.',
    ),
    island(
      'island-listeners',
      'packages/components/src/listeners',
      '',
      'Component folders are islands. Put what two share into a format, a framing, wire, or component-sdk.',
    ),
    island(
      'island-features',
      'apps/console/src/features',
      '',
      'Features are islands. Move the shared part to src/blocks (looks) or src/lib (data).',
    ),
    island('island-modules', 'apps/server/src/modules', '\\.service\\.ts$', 'A server module calls another only through its *.service.ts.'),
    {
      name: 'definitions-browser-safe',
      severity: 'error',
      comment: 'definition.ts and text.ts run in the browser. Move what needs Node into runtime.ts.',
      from: { path: '/(definition|text)\\.ts$', pathNot: testFile },
      to: { path: '(/runtime\\.ts$)|(^packages/component-sdk/src/runtime/)|(^packages/wire/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'database-driver-in-stores',
      severity: 'error',
      comment: 'Only server/src/db and *.store.ts talk to the database. Call the store of the module, or add a function to it.',
      from: { path: '^apps/server/src/', pathNot: ['^apps/server/src/db/', '\\.store\\.ts$', testFile] },
      to: { path: '(^|/)node_modules/(pg|drizzle-orm)/' },
    },
    {
      name: 'nameless-rooms',
      severity: 'error',
      comment: 'A file called utils, helpers, common or misc says nothing. Name it after the one thing it does.',
      from: {},
      to: { path: '(^|/)(apps|packages)/.*(^|/)(utils?|helpers?|common|misc)(/|\\.tsx?$)' },
    },
    {
      name: 'no-programs',
      severity: 'error',
      comment:
        'No user’s word may become a command, so product code starts no program but our own: the embedded database and what the engine tries apart.',
      from: {
        path: '^(apps/(server|worker|console)|packages/[^/]+)/src/',
        pathNot: [
          testFile,
          '^packages/testkit/',
          '^apps/server/src/db/embedded/supervisor\\.ts$',
          '^packages/engine/src/apart/fork-apart\\.ts$',
        ],
      },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'console-without-node',
      severity: 'error',
      comment:
        'No Node module may be reachable from the console. Import the browser-safe entry (definition, not runtime), or split the file.',
      from: { path: '^apps/console/src/', pathNot: testFile },
      to: {
        reachable: true,
        path: '^(node:)?(fs|net|http|https|tls|dgram|crypto|zlib|child_process|worker_threads|os|path|stream|buffer|dns)$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.svg|\\.md|\\?' },
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
