import { parseConfig } from '@acequia/component-sdk/definition';
import { expect, test } from 'vitest';
import { httpNode } from './config.ts';
import { contentTypeOf, followContentType } from './content-type.ts';
import { httpDatasink } from './definition.ts';

test('a new step posts a JSON array as JSON', () => {
  const begun = httpDatasink.begin!({ listener: undefined, fields: undefined });
  const parsed = parseConfig(httpNode, begun);
  expect(parsed).toMatchObject({ ok: true, value: { wrap: 'json-array', contentType: 'application/json', url: '/' } });
});

test.each([
  [{}, 'application/x-ndjson'],
  [{ wrap: 'json-array' }, 'application/json'],
  [{ bulk: false }, 'application/json'],
  [{ format: 'csv' }, 'text/csv'],
  [{ format: 'kv' }, 'text/plain'],
  [{ wrap: 'template' }, undefined],
])('the bodies of %o are %s', (config, type) => expect(contentTypeOf(config)).toBe(type));

test('the content type follows what decides the body, and a chosen one stays until then', () => {
  const array = { wrap: 'json-array' };
  expect(followContentType({ wrap: 'ndjson' }, array)).toEqual({ wrap: 'ndjson', contentType: 'application/x-ndjson' });
  const chosen = { ...array, contentType: 'text/plain' };
  expect(followContentType(chosen, array)).toEqual(chosen);
  expect(followContentType({ ...chosen, wrap: 'template' }, chosen)).toEqual({ ...chosen, wrap: 'template' });
});
