import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { applyChanges, isChangeFault, type Change, type PipelineDocument } from '@acequia/pipeline';
import { actionDefinitions, datasinkDefinitions } from '@acequia/components/definitions';
import { expect, it } from 'vitest';
import { createChecker } from './check-document.ts';
import { catalogue } from './test-catalogue.ts';

const good = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);

function after(document: PipelineDocument, change: Change): PipelineDocument {
  const result = applyChanges(document, [change]);
  if (isChangeFault(result)) throw new Error(result);
  return result;
}

it('does not check a document again in which steps were only moved, or moved back', () => {
  const check = createChecker();
  const first = check(good, catalogue);
  const moved = after(good, { type: 'move', positions: { a: { x: 400, y: 8 }, d: { x: 1, y: 2 } } });
  expect(check(moved, catalogue)).toBe(first);
  expect(check(good, catalogue)).toBe(first);
});

it('does not miss what else was changed, also beside a move', () => {
  const check = createChecker();
  const first = check(good, catalogue);
  expect(first.validation.problems).toEqual([]);
  const moved = after(good, { type: 'move', positions: { a: { x: 400, y: 8 } } });
  const codes = (document: PipelineDocument) => check(document, catalogue).validation.problems.map(({ code }) => code);
  expect(codes(after(moved, { type: 'configure', node: 'a', config: {} }))).toContain('config');
  expect(codes(after(moved, { type: 'remove', nodes: [], links: [good.links[0]!.id] }))).toContain('unreachable');
  expect(codes(after(moved, { type: 'remove', nodes: ['d'], links: [] }))).toContain('no-datasink');
  expect(check(good, { ...catalogue })).not.toBe(first);
});

it('a step whose lookup or secret was removed has a problem, as it has for the server that would publish it', () => {
  const actions = [...catalogue.actionDefinitions, actionDefinitions.lookup];
  const known = { ...catalogue, actionDefinitions: actions, lookups: new Map([['LK_1', 'Owners']]), secrets: new Set(['SE_1']) };
  const find = (lookup: string) =>
    action('l', { component: 'lookup', version: actionDefinitions.lookup.version, config: { lookup, key: '${message}', match: 'exact' } });
  const keyed = (key: string) => action('a', { config: { name: 'colour', key } });
  const problems = (lookup: string, secret: string) =>
    createChecker()(documentOf([label(), keyed(secret), find(lookup), datasink('d')], ['in>a', 'a>l', 'l>d']), known)
      .validation.problems.filter(({ severity }) => severity === 'error')
      .map(({ code, node }) => `${code} ${node}`);
  expect(problems('LK_1', 'SE_1')).toEqual([]);
  expect(problems('LK_gone', 'SE_gone')).toEqual(['secret-missing a', 'lookup-missing l']);
});

it('a field that is masked while a data sink sends the line it came in has a problem, until the line is masked as well', () => {
  const known = {
    ...catalogue,
    actionDefinitions: [actionDefinitions.redact],
    datasinkDefinitions: [datasinkDefinitions.syslog],
    datasinks: catalogue.datasinks.map((each) => ({ ...each, component: 'syslog' })),
  };
  const codes = (fields: readonly string[], message: string) =>
    createChecker()(
      documentOf(
        [
          label(),
          action('r', { component: 'redact', config: { detectors: ['email'], fields } }),
          datasink('d', { component: 'syslog', config: { message } }),
        ],
        ['in>r', 'r>d'],
      ),
      known,
    ).validation.problems.map(({ code }) => code);
  expect(codes(['message'], '${_raw}')).toContain('raw-kept');
  for (const [fields, message] of [
    [['message', '_raw'], '${_raw}'],
    [[], '${_raw}'],
    [['message'], '${message}'],
  ] as const)
    expect(codes(fields, message)).not.toContain('raw-kept');
});
