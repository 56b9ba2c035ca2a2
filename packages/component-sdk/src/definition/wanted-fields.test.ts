import { expect, test } from 'vitest';
import { configObject } from './config-object.ts';
import { parseConfig } from './parse-config.ts';
import { textField } from './plain-fields.ts';
import { wantedFaults } from './wanted-fields.ts';

const schema = configObject({ baseUrl: textField({ optional: true, wanted: true }), note: textField({ optional: true }) });
const missing = [{ path: 'baseUrl', code: 'CONFIG_REQUIRED', severity: 'error' }];

test('nothing new is saved without the field, and what was saved without it stays as it is', () => {
  expect(wantedFaults(schema, {})).toEqual(missing);
  expect(wantedFaults(schema, {}, { baseUrl: 'x' })).toEqual(missing);
  expect(wantedFaults(schema, {}, { note: 'x' })).toEqual([]);
  expect(wantedFaults(schema, { baseUrl: 'x' })).toEqual([]);
  expect(parseConfig(schema, {}).ok).toBe(true);
});
