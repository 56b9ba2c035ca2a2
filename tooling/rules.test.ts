import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { mayImport } from './package-levels.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const planted: string[] = [];

/** A small tree with the project's rules and the given files. */
function plant(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-rules-'));
  planted.push(folder);
  for (const name of [
    'tsconfig.json',
    '.oxlintrc.json',
    '.oxfmtrc.json',
    'knip.json',
    'tooling/dependency-rules.cjs',
    'tooling/package-levels.mjs',
  ]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function run(folder: string, command: string, args: readonly string[]): { failed: boolean; output: string } {
  const result = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: folder, encoding: 'utf8' });
  return { failed: result.status !== 0, output: result.stdout + result.stderr };
}

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const thing = 'export const thing = 1;\n';
const use = (path: string) => `import { thing } from '${path}';\n\nexport const other = thing;\n`;

const importCases: readonly { fear: string; rule: string; advice: string; files: Readonly<Record<string, string>> }[] = [
  {
    fear: 'a lower package imports a higher one',
    rule: 'level-base',
    advice: 'Move the piece down',
    files: { 'packages/engine/src/thing.ts': thing, 'packages/base/src/other.ts': use('../../engine/src/thing.ts') },
  },
  {
    fear: 'the engine knows a component',
    rule: 'level-engine',
    advice: 'pass it in as an argument',
    files: { 'packages/components/src/thing.ts': thing, 'packages/engine/src/other.ts': use('../../components/src/thing.ts') },
  },
  {
    fear: 'an app imports another',
    rule: 'apps-apart',
    advice: 'Share through packages/contract',
    files: { 'apps/server/src/thing.ts': thing, 'apps/worker/src/other.ts': use('../../server/src/thing.ts') },
  },
  {
    fear: 'product code leans on the testkit',
    rule: 'testkit-from-tests-only',
    advice: 'takes what it needs as an argument',
    files: { 'packages/testkit/src/thing.ts': thing, 'apps/worker/src/other.ts': use('../../../packages/testkit/src/thing.ts') },
  },
  {
    fear: 'an action reaches into another',
    rule: 'island-actions',
    advice: 'Component folders are islands',
    files: { 'packages/components/src/actions/a/thing.ts': thing, 'packages/components/src/actions/b/other.ts': use('../a/thing.ts') },
  },
  {
    fear: 'a feature reaches into another',
    rule: 'island-features',
    advice: 'Features are islands',
    files: { 'apps/console/src/features/a/thing.ts': thing, 'apps/console/src/features/b/other.ts': use('../a/thing.ts') },
  },
  {
    fear: 'a server module bypasses a service',
    rule: 'island-modules',
    advice: 'only through its',
    files: { 'apps/server/src/modules/a/a.store.ts': thing, 'apps/server/src/modules/b/b.service.ts': use('../a/a.store.ts') },
  },
  {
    fear: 'a definition pulls in its runtime',
    rule: 'definitions-browser-safe',
    advice: 'Move what needs Node into runtime.ts',
    files: {
      'packages/components/src/actions/a/runtime.ts': thing,
      'packages/components/src/actions/a/definition.ts': use('./runtime.ts'),
    },
  },
  {
    fear: 'a service talks to the database',
    rule: 'database-driver-in-stores',
    advice: 'Call the store of the module',
    files: { 'apps/server/src/modules/a/a.service.ts': "import { Client } from 'pg';\n\nexport const client = Client;\n" },
  },
  {
    fear: 'a room without a name',
    rule: 'nameless-rooms',
    advice: 'Name it after the one thing it does',
    files: { 'packages/base/src/utils.ts': thing, 'packages/base/src/other.ts': use('./utils.ts') },
  },
  {
    fear: 'a Node module reaches the console',
    rule: 'console-without-node',
    advice: 'browser-safe entry',
    files: {
      'packages/base/src/thing.ts': "import { readFileSync } from 'node:fs';\n\nexport const thing = readFileSync;\n",
      'apps/console/src/other.ts': use('../../../packages/base/src/thing.ts'),
    },
  },
  {
    fear: 'a component starts a program',
    rule: 'no-programs',
    advice: 'starts no program but our own',
    files: {
      'packages/components/src/actions/a/runtime.ts': "import { execFile } from 'node:child_process';\n\nexport const run = execFile;\n",
    },
  },
  {
    fear: 'two files need each other',
    rule: 'no-cycle',
    advice: 'file of its own',
    files: {
      'packages/base/src/a.ts': "import { b } from './b.ts';\n\nexport const a = () => b;\n",
      'packages/base/src/b.ts': "import { a } from './a.ts';\n\nexport const b = () => a;\n",
    },
  },
];

describe('dependency rules', () => {
  test.each(importCases)('$fear: refused, with what to do instead', ({ rule, advice, files }) => {
    const { failed, output } = run(plant(files), 'depcruise', [
      '--config',
      'tooling/dependency-rules.cjs',
      '--output-type',
      'err-long',
      ...new Set(Object.keys(files).map((file) => file.split('/')[0]!)),
    ]);
    expect(output).toContain(rule);
    expect(output.replace(/\s+/g, ' ')).toContain(advice);
    expect(failed).toBe(true);
  });

  test('a package.json that declares what its level forbids', () => {
    for (const [folder, allowed] of Object.entries(mayImport)) {
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>;
      };
      const ours = Object.keys(dependencies)
        .filter((name) => name.startsWith('@acequia/'))
        .map((name) => name.slice('@acequia/'.length));
      expect(
        ours.filter((name) => !(allowed as readonly string[]).includes(name)),
        folder,
      ).toEqual([]);
    }
  });
});

const lintCases: readonly { fear: string; file: string; text: string; says: string }[] = [
  { fear: 'any', file: 'packages/base/src/a.ts', text: 'export const a = (x: any) => x;\n', says: 'any' },
  {
    fear: 'a promise nobody waits for',
    file: 'packages/base/src/a.ts',
    text: 'async function later() {}\nexport function a() {\n  later();\n}\n',
    says: 'floating',
  },
  { fear: 'eval', file: 'packages/base/src/a.ts', text: "export const a = eval('1');\n", says: 'eval' },
  { fear: 'the host clock in the engine', file: 'packages/engine/src/a.ts', text: 'export const a = Date.now();\n', says: 'take a Clock' },
  {
    fear: 'randomness in a component',
    file: 'packages/components/src/a.ts',
    text: 'export const a = Math.random();\n',
    says: 'take a Random',
  },
  {
    fear: 'node:vm for users’ code',
    file: 'packages/base/src/a.ts',
    text: "import { runInNewContext } from 'node:vm';\n\nexport const a = runInNewContext;\n",
    says: 'does not isolate',
  },
  { fear: 'a print left behind', file: 'packages/base/src/a.ts', text: "console.log('x');\nexport {};\n", says: 'console' },
];

test.each(lintCases)('lint: $fear is refused', ({ file, text, says }) => {
  const { failed, output } = run(plant({ [file]: text }), 'oxlint', ['--type-aware', '--deny-warnings', file.split('/')[0]!]);
  expect(output).toContain(says);
  expect(failed).toBe(true);
});

test('types: an enum is refused, because sources run without a build', () => {
  const folder = plant({ 'packages/base/src/a.ts': 'export enum A {\n  B,\n}\n' });
  const result = spawnSync(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(result.stdout).toContain('erasableSyntaxOnly');
  expect(result.status).not.toBe(0);
});

test('format: an unformatted file is refused', () => {
  expect(run(plant({ 'packages/base/src/a.ts': 'export const   a=1\n' }), 'oxfmt', ['--check', 'packages']).failed).toBe(true);
});

test('dead code: a file nobody imports is refused', () => {
  const folder = plant({
    'package.json': readFileSync(join(root, 'package.json'), 'utf8'),
    'packages/base/package.json': readFileSync(join(root, 'packages/base/package.json'), 'utf8'),
    'packages/base/src/index.ts': thing,
    'packages/base/src/forgotten.ts': 'export const forgotten = 1;\n',
  });
  const { failed, output } = run(folder, 'knip', ['--no-progress', '--include', 'files']);
  expect(output).toContain('forgotten.ts');
  expect(failed).toBe(true);
});
