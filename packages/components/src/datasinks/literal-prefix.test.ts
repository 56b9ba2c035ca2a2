import { parseConfig } from '@acequia/component-sdk/definition';
import { expect, test } from 'vitest';
import { fileDatasink } from './file/definition.ts';
import { httpDatasink } from './http/definition.ts';

const anyField = { fields: new Map(), open: true } as never;

function faultsOf(definition: typeof fileDatasink | typeof httpDatasink, node: object): string[] {
  const parsed = parseConfig(definition.node, node);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return definition
    .check(parsed.value as never, anyField)
    .filter(({ code }) => code.startsWith('CONFIG_'))
    .map(({ path, code }) => `${path} ${code}`);
}

test.each([
  ['${app}/events.ndjson', ['path CONFIG_LITERAL_PREFIX']],
  ['/${app}', ['path CONFIG_LITERAL_PREFIX', 'path CONFIG_PATH_AS_WRITTEN']],
  ['{{ lower(${app}) }}.log', ['path CONFIG_LITERAL_PREFIX']],
  ['-${app}.log', ['path CONFIG_LITERAL_PREFIX']],
  ['logs/../${app}', ['path CONFIG_PATH_PARTS']],
  ['logs/./x', ['path CONFIG_PATH_PARTS']],
  ['a\u0000b', ['path CONFIG_PATH_PARTS']],
  [`${'é'.repeat(108)}/x`, ['path CONFIG_PATH_PARTS']],
  ['logs/${app}.log', []],
  ['out..ndjson', []],
  ['logs/.hidden/${app}', []],
  ['ñandú-${app}', []],
])('a path %j of a new version', (path, expected) => {
  expect(faultsOf(fileDatasink, { path })).toEqual(expected);
});

test.each([
  ['${path}', ['url CONFIG_LITERAL_PREFIX']],
  ['/${index}/_bulk', ['url CONFIG_LITERAL_PREFIX']],
  ['/logs-${index}/_bulk', []],
  ['/', []],
  ['https://siem.example.com/${index}', []],
])('an address %j of a new version', (url, expected) => {
  expect(faultsOf(httpDatasink, { url })).toEqual(expected);
});

test.each(['/etc/x', './x', 'x//y', 'x/', 'x\\y', 'logs/${app}//x', 'logs/${app}/', '/logs/${app}'])(
  'a path %j that would be written to another file than it names is not taken without a word',
  (path) => expect(faultsOf(fileDatasink, { path })).toEqual(['path CONFIG_PATH_AS_WRITTEN']),
);
