import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldSet, parseExpression, printExpression, withoutPositions, type Expression } from '@acequia/event';
import { astOf, complete, groupOf, literalOf, opsFor } from './condition-rows.ts';

const fields = fieldSet({ severity: 'integer', host: 'string', at: 'timestamp', ok: 'boolean', ratio: 'float' });
const read = (code: string): Expression => {
  const parsed = parseExpression(code);
  if (!parsed.ok) throw new Error(code);
  return withoutPositions(parsed.value);
};

describe('rows of a condition', () => {
  it.each([
    '${severity} <= 4',
    '${host} starts with "fw-" ignore case',
    '${severity} in (1, 2, 3) and (${host} == "a" or not ${host} exists)',
    '${at} within last 5m',
    '${severity} between 1 and 4',
    '${host} is empty',
    '${host} in cidr ("10.0.0.0/8", "192.168.0.0/16")',
    '${ratio} > 0.5',
  ])('come back as the same condition: %s', (code) => {
    const ast = read(code);
    const group = groupOf(ast);
    expect(group).toBeDefined();
    expect(printExpression(astOf(group!, fields))).toBe(printExpression(ast));
  });
  it('cannot show what is more than tests of fields', () => {
    expect(groupOf(read('lower(${host}) == "a"'))).toBeUndefined();
  });
  it('gives a value the type of its field', () => {
    expect(literalOf('12', 'string', 'eq')).toBe('12');
    expect(literalOf('12', 'integer', 'eq')).toBe(12);
    expect(literalOf('9007199254740993', 'integer', 'eq')).toEqual({ integer: '9007199254740993' });
    expect(literalOf('5m', 'timestamp', 'older-than')).toEqual({ duration: '5m' });
    expect(literalOf('10', 'integer', 'matches')).toBe('10');
    expect(literalOf('true', 'boolean', 'eq')).toBe(true);
  });
  it('is incomplete without field or value, complete without value where none is needed', () => {
    expect(complete({ field: '', op: 'eq', values: ['1'], ignoreCase: false })).toBe(false);
    expect(complete({ field: 'a', op: 'in', values: [], ignoreCase: false })).toBe(false);
    expect(complete({ field: 'a', op: 'exists', values: [], ignoreCase: false })).toBe(true);
  });
  it('offers operators for every type', () => {
    for (const type of ['string', 'integer', 'float', 'boolean', 'timestamp', 'json', 'list<string>', 'unknown', undefined] as const)
      expect(opsFor(type)).toContain('exists');
  });
  it('never breaks on typed text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('eq' as const, 'contains' as const, 'starts-with' as const), (text, op) => {
        const ast = astOf(
          { join: 'and', members: [{ not: false, item: { field: 'host', op, values: [text], ignoreCase: false } }] },
          fields,
        );
        expect(withoutPositions(read(printExpression(ast)))).toEqual(ast);
      }),
    );
  });
});
