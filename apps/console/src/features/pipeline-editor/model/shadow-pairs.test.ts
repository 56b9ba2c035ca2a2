import { expect, it } from 'vitest';
import { shadowPairs } from './shadow-pairs.ts';

const end = (node: string, json: string, code?: string) => ({ node, json, ...(code === undefined ? {} : { code }) });
const kinds = (pairs: ReturnType<typeof shadowPairs>) =>
  pairs.map(({ node, side, fields }) => [node, side, fields.map(({ name, kind }) => `${name} ${kind}`)]);

it('an end stands beside that of the same step, with what differs in it', () => {
  const pairs = shadowPairs({
    running: [end('a', '{"same":1,"site":"madrid","gone":true}')],
    draft: [end('a', '{"same":1,"site":"sevilla","fresh":null}')],
  });
  expect(kinds(pairs)).toEqual([['a', 'both', ['same same', 'site changed', 'gone removed', 'fresh added']]]);
});

it('what arrives only in one of the two is not mixed with another step, nor a refusal with an arrival', () => {
  const pairs = shadowPairs({
    running: [end('a', '{"x":1}'), end('b', '{"x":1}')],
    draft: [end('c', '{"x":1}'), end('a', '{"x":1}'), end('b', '{"x":1}', 'TYPE_CONVERSION')],
  });
  expect(pairs.map(({ node, code, side }) => [node, code, side])).toEqual([
    ['b', undefined, 'running'],
    ['c', undefined, 'draft'],
    ['b', 'TYPE_CONVERSION', 'draft'],
    ['a', undefined, 'both'],
  ]);
});

it('copies at the same step are taken one by one', () => {
  const pairs = shadowPairs({ running: [end('a', '{"n":1}')], draft: [end('a', '{"n":1}'), end('a', '{"n":2}')] });
  expect(kinds(pairs)).toEqual([
    ['a', 'draft', ['n added']],
    ['a', 'both', ['n same']],
  ]);
});
