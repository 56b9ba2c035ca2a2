import { describe, expect, test } from 'vitest';
import { parseConfig, type ConfigSchema } from '@acequia/component-sdk/definition';
import { fieldGeneratorConfig } from './field-generator/config.ts';
import { fieldTransformationConfig } from './field-transformation/config.ts';
import { groupByConfig } from './group-by/config.ts';
import { lookupConfig } from './lookup/config.ts';
import { parserConfig } from './parser/config.ts';

/** Faults by the path of the field they stand beside. */
const faultsOf = (schema: ConfigSchema, config: object) => {
  const read = parseConfig(schema, config);
  return read.ok ? [] : read.error.map(({ path, code }) => `${path} ${code}`);
};
const step = (output?: string) => ({ field: 'user', operation: 'lower-case', ...(output === undefined ? {} : { output }) });

describe('two outputs of one action do not get the same name, the later one is told', () => {
  test('steps of a field transformation', () => {
    expect(faultsOf(fieldTransformationConfig, { steps: [step('a'), step(), step('a'), step('A')] })).toEqual([
      'steps.2.output NAME_DUPLICATE',
    ]);
    expect(faultsOf(fieldTransformationConfig, { steps: [step(), step(), step('a'), step('b')] })).toEqual([]);
  });
  test('generated fields', () => {
    const fields = ['a', 'b', 'a'].map((name) => ({ name, source: 'now' }));
    expect(faultsOf(fieldGeneratorConfig, { fields })).toEqual(['fields.2.name NAME_DUPLICATE']);
  });
  test('aggregates, also beside a key', () => {
    const aggregations = ['host', 'n', 'n'].map((name) => ({ function: 'count', name }));
    expect(faultsOf(groupByConfig, { keys: ['host'], aggregations })).toEqual([
      'aggregations.0.name NAME_DUPLICATE',
      'aggregations.2.name NAME_DUPLICATE',
    ]);
  });
  test('columns of a lookup', () => {
    const columns = [{ column: 'city' }, { column: 'town', output: 'city' }];
    expect(faultsOf(lookupConfig, { lookup: 'LK_1', key: '${ip}', columns })).toEqual(['columns.1.output NAME_DUPLICATE']);
  });
  test('renamed fields and columns of a parser', () => {
    const outputs = [{ name: 'a', rename: 'x' }, { name: 'b', rename: 'x' }, { name: 'c' }, { name: 'd', rename: 'c' }];
    expect(faultsOf(parserConfig, { mode: 'json', outputs })).toEqual([
      'outputs.1.rename NAME_DUPLICATE',
      'outputs.3.rename NAME_DUPLICATE',
    ]);
    expect(
      faultsOf(parserConfig, {
        mode: 'json',
        outputs: [
          { name: 'a', rename: 'b' },
          { name: 'b', rename: 'a' },
        ],
      }),
    ).toEqual([]);
    expect(faultsOf(parserConfig, { mode: 'csv', columns: ['a', 'a'] })).toEqual(['columns.1 NAME_DUPLICATE']);
  });
});
