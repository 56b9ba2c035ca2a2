import { parseConfig } from '@acequia/component-sdk/definition';
import { fieldSet } from '@acequia/event';
import { expect, it } from 'vitest';
import { findAction, findDatasink, findListener } from './definitions.ts';

const syslog = findListener('syslog')!;
const parsed = parseConfig(syslog.config, {});
if (!parsed.ok) throw new Error('a syslog listener needs nothing but a name');
const received = syslog.outputs(parsed.value);

it('a parser begins with the text that a listener has decoded, and chooses nothing where there is none', () => {
  const begin = findAction('parser')!.begin!;
  expect(begin({ listener: 'syslog', fields: received })).toEqual({ field: 'message' });
  expect(begin({ listener: 'opentelemetry', fields: fieldSet({ body: 'string' }) })).toEqual({ field: 'body' });
  expect(begin({ listener: undefined, fields: fieldSet({ message: 'integer' }) })).toEqual({});
});

it('a syslog data sink writes no second header around a line that came by syslog', () => {
  const begin = findDatasink('syslog')!.begin!;
  expect(begin({ listener: 'syslog', fields: received })).toEqual({ standard: 'none' });
  expect(begin({ listener: 'http', fields: received })).toEqual({});
});

it('an HTTP data sink sends a JSON array', () => {
  expect(findDatasink('http')!.begin!({ listener: undefined, fields: undefined })).toMatchObject({ wrap: 'json-array' });
});
