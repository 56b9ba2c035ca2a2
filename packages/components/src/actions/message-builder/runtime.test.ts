import { Json, jsonOfText, List } from '@acequia/event';
import { describe, expect, it } from 'vitest';
import type { TestEvent } from '../../testing/event-view.ts';
import { compileStep } from '../../testing/run-step.ts';
import { messageBuilderAction } from './definition.ts';
import { messageBuilderRuntime } from './runtime.ts';

const build = (config: object, events: readonly TestEvent[]) => {
  const { ports } = compileStep(messageBuilderAction, messageBuilderRuntime, { destination: 'msg', ...config }).run(events);
  return ports['default']!.map((fields) => fields['msg']);
};
const user = { key: 'user', field: 'user' };
const n = { key: 'n', value: 'literal', literal: '3', literalType: 'integer' };
const j = { key: 'j', field: 'j' };

describe('message-builder', () => {
  it('json: the catalogue example, and null, json, list', () => {
    expect(build({ items: [user, n] }, [{ user: 'ana' }])).toEqual(['{"user":"ana","n":3}']);
    const event = { j: jsonOfText('{"a": 1.50}'), user: new List('string', ['a']) };
    expect(build({ items: [user, j] }, [event, {}])).toEqual(['{"user":["a"],"j":{"a": 1.50}}', '{"user":null,"j":null}']);
    expect(build({ items: [j], embedJson: false }, [event])).toEqual(['{"j":"{\\"a\\": 1.50}"}']);
    expect(build({ items: [user, n], onNull: 'omit' }, [{}])).toEqual(['{"n":3}']);
    expect(build({ items: [user], onNull: 'empty' }, [{}])).toEqual(['{"user":""}']);
    expect(build({ items: [user], asJson: true }, [{ user: 1 }])[0]).toBeInstanceOf(Json);
  });

  it('csv quotes only what holds separator, quote or line break', () => {
    const items = [user, { key: 'b', field: 'b' }];
    expect(build({ format: 'csv', items }, [{ user: 'a b', b: 'x,"y"' }, { b: 'l\nm' }])).toEqual(['a b,"x,""y"""', ',"l\nm"']);
    expect(build({ format: 'csv', items, separator: 'tab', header: true }, [{ user: 'a', b: 2 }])).toEqual(['user\tb\na\t2']);
  });

  it('kv leaves nulls out and quotes what would not read back', () => {
    const items = [user, { key: 'm', field: 'm' }, n];
    expect(build({ format: 'kv', items }, [{ user: 'ana', m: 'a b' }, {}])).toEqual(['user=ana m="a b" n=3', 'n=3']);
    expect(build({ format: 'kv', items, keyValue: ':', between: '; ', onNull: 'empty' }, [{ user: 'x=y' }])).toEqual(['user:x=y; m:; n:3']);
  });

  it('free: expressions, missing is empty, a failing one is rejected', () => {
    expect(build({ format: 'free', template: '<${user}> {{ upper(${m}) }} $${x}' }, [{ user: 'ana', m: 'up' }, {}])).toEqual([
      '<ana> UP ${x}',
      '<>  ${x}',
    ]);
    const result = compileStep(messageBuilderAction, messageBuilderRuntime, {
      destination: 'msg',
      format: 'free',
      template: '{{ int(${m}) }}',
    }).run([{ m: 'x' }]);
    expect(result.ports).toEqual({});
    expect(result.rejected[0]!.code).toMatch(/^EXPR_/);
  });

  it('bad keys, literals and destinations are refused', () => {
    const refused = (config: object) => expect(() => build(config, [{}])).toThrow('refused');
    refused({ items: [{ key: 'a.b', field: 'x' }] });
    refused({ items: [user, user] });
    refused({ items: [{ key: 'a', value: 'literal', literal: 'two words' }] });
    refused({ items: [{ key: 'a', value: 'literal', literal: 'x', literalType: 'integer' }] });
    refused({ destination: '_x', items: [user] });
    refused({ format: 'json' });
  });
});
