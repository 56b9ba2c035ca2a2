import { describe, expect, it } from 'vitest';
import type { TestEvent } from '../../testing/event-view.ts';
import { compileStep } from '../../testing/run-step.ts';
import { fieldTransformationAction } from './definition.ts';
import { fieldTransformationRuntime } from './runtime.ts';

const run = (steps: readonly object[], events: readonly TestEvent[]) =>
  compileStep(fieldTransformationAction, fieldTransformationRuntime, { steps }).run(events);
const fields = (steps: readonly object[], event: TestEvent) => run(steps, [event]).ports['default']?.[0];

describe('field-transformation', () => {
  it('a step reads what an earlier one wrote; without a name it replaces the field', () => {
    expect(
      fields(
        [
          { field: 'a', operation: 'upper-case' },
          { field: 'a', operation: 'length', output: 'n' },
          { field: 'n', operation: 'sum', output: 'm' },
        ],
        { a: 'abc' },
      ),
    ).toEqual({ a: 'ABC', n: 3, m: 3 });
  });

  it('a failing step undoes those before it', () => {
    const result = run(
      [
        { field: 'a', operation: 'upper-case' },
        { field: 'a', operation: 'remove', parameters: { names: ['b'] } },
        { field: 'a', operation: 'ip-to-integer', output: 'n' },
      ],
      [
        { a: 'x', b: 1 },
        { a: '1.2.3.4', b: 1 },
      ],
    );
    expect(result.rejected).toMatchObject([{ code: 'TYPE_FORMAT', fields: { a: 'x', b: 1 } }]);
    expect(result.ports['default']).toEqual([{ a: '1.2.3.4', n: 16909060 }]);
  });

  it('null and keep go on', () => {
    const step = (onFail: string) => [{ field: 'a', operation: 'ip-to-integer', output: 'n', onFail }];
    expect(fields(step('null'), { a: 'x' })).toEqual({ a: 'x', n: null });
    expect(fields(step('keep'), { a: 'x' })).toEqual({ a: 'x', n: 'x' });
  });

  it('null and missing input give null', () => {
    expect(run([{ field: 'a', operation: 'upper-case', output: 'b' }], [{ a: null }, {}]).ports['default']).toEqual([
      { a: null, b: null },
      { b: null },
    ]);
  });

  it('rename, copy, remove, keep only, with later steps seeing the change', () => {
    const event = { src_ip: '1.2.3.4', src_port: 5, other: 'x', a: 'v' };
    expect(
      fields(
        [
          { field: 'a', operation: 'rename', output: 'src_b' },
          { field: 'src_b', operation: 'upper-case' },
          { field: 'a', operation: 'length', output: 'n' },
        ],
        event,
      ),
    ).toEqual({ src_ip: '1.2.3.4', src_port: 5, other: 'x', src_b: 'V', n: null });
    expect(fields([{ field: 'a', operation: 'keep-only', parameters: { names: ['src*'] } }], event)).toEqual({
      src_ip: '1.2.3.4',
      src_port: 5,
    });
    expect(
      fields(
        [
          { field: 'a', operation: 'copy', output: 'c' },
          { field: 'a', operation: 'remove', parameters: { names: ['*_p*', 'a'] } },
        ],
        event,
      ),
    ).toEqual({ src_ip: '1.2.3.4', other: 'x', c: 'v' });
  });

  it('wrong parameters, a missing output and unknown operations are refused', () => {
    expect(() => run([{ field: 'a', operation: 'substring', parameters: { start: 'x' } }], [])).toThrow('CONFIG_INVALID');
    expect(() => run([{ field: 'a', operation: 'rename' }], [])).toThrow('CONFIG_REQUIRED');
    expect(() => run([{ operation: 'upper-case' }], [])).toThrow('CONFIG_REQUIRED');
    expect(() => run([{ field: 'a', operation: 'nope' }], [])).toThrow('refused');
    expect(() => run([{ field: 'a', operation: 'find-and-replace', parameters: { kind: 'regex', find: '(a' } }], [])).toThrow(
      'CONFIG_OPERATION',
    );
  });

  it('types are checked against the fields upstream', () => {
    const config = fieldTransformationAction.config.parse({
      steps: [
        { field: 'n', operation: 'decode-jwt', output: 'j' },
        { field: 'j', operation: 'json-path', parameters: { path: '.a' }, output: 'x' },
      ],
    });
    const input = { fields: new Map([['n', 'integer'] as const]), open: false };
    expect(fieldTransformationAction.check(config, input)).toMatchObject([{ path: 'steps.0.field', code: 'FIELD_TYPE' }]);
    expect([...fieldTransformationAction.outputs(config, input)['default']!.fields]).toEqual([
      ['n', 'integer'],
      ['j', 'json'],
      ['x', 'unknown'],
    ]);
  });
});
