import { parseExpression, type StoredExpression } from '@acequia/event';
import { describe, expect, it } from 'vitest';
import { compileStep } from '../../testing/run-step.ts';
import { filterAction } from './definition.ts';
import { filterRuntime } from './runtime.ts';

const code = (text: string): StoredExpression => {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return { form: 'code', ast: parsed.value, code: text };
};
const compile = (config: unknown) => compileStep(filterAction, filterRuntime, config);
const events = [{ level: 'error' }, { level: 'info' }, {}, { level: null }];

describe('filter', () => {
  it('keep: what meets the condition passes, the rest is filtered, missing and null too', () => {
    const { ports } = compile({ condition: code('${level} == "error"') }).run(events);
    expect(ports).toEqual({ default: [{ level: 'error' }], filtered: [{ level: 'info' }, {}, { level: null }] });
  });

  it('drop: what meets the condition is filtered, the rest passes, missing and null too', () => {
    const { ports } = compile({ mode: 'drop', condition: code('${level} == "error"') }).run(events);
    expect(ports).toEqual({ default: [{ level: 'info' }, {}, { level: null }], filtered: [{ level: 'error' }] });
  });

  it.each(['keep', 'drop'])('%s: a test that fails is neither', (mode) => {
    const { ports, rejected } = compile({ mode, condition: code('int(${text}) > 1') }).run([{ text: 'seven' }, { text: '7' }]);
    expect(rejected).toHaveLength(1);
    expect(rejected[0]!.code).toMatch(/^EXPR_/);
    expect(ports).toEqual({ [mode === 'keep' ? 'default' : 'filtered']: [{ text: '7' }] });
  });

  it('needs a condition', () => {
    expect(() => compile({})).toThrow('CONFIG_REQUIRED');
  });

  it('says on its card what it does', () => {
    const condition: StoredExpression = { form: 'visual', ast: { field: 'severity', op: 'eq', value: 'error' } };
    expect(filterAction.overview({ mode: 'keep', condition }, 'en')).toEqual(['Keep if severity equals error']);
    expect(filterAction.overview({ mode: 'drop', condition }, 'es')).toEqual(['Descartar si severity es igual a error']);
  });
});
