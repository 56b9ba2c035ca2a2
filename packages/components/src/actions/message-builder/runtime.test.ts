import { Json, jsonOfText, List } from '@acequia/event';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TestEvent } from '../../testing/event-view.ts';
import { compileStep } from '../../testing/run-step.ts';
import { parserAction } from '../parser/definition.ts';
import { parserRuntime } from '../parser/runtime.ts';
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

  it('kv: an empty text stays bare, as a backslash does; a blank of any kind and a half separator are quoted', () => {
    const items = [user, n];
    const one = (text: string, separators: object = {}) => build({ format: 'kv', items, ...separators }, [{ user: text }])[0];
    expect(one('')).toBe('user= n=3');
    expect(one('C:\\logs')).toBe('user=C:\\logs n=3');
    expect(one('a\tb')).toBe('user="a\tb" n=3');
    expect(one('a;', { between: ';;' })).toBe('user="a;";;n=3');
  });

  it('kv: the parser reads back what was written, whatever the values and separators', () => {
    const separators = fc.record({
      keyValue: fc.constantFrom('=', ':', ': ', '=>', '=='),
      between: fc.constantFrom(' ', ',', '; ', ';;', '|', ' | ', '\n'),
    });
    const values = fc.array(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'a "\\=:;,|>\t\n\r\u00e9') })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(separators, values, ({ keyValue, between }, texts) => {
        const event = Object.fromEntries(texts.map((text, index) => [`k${index}`, text]));
        const items = Object.keys(event).map((key) => ({ key, field: key }));
        const [line] = build({ format: 'kv', items, keyValue, between }, [event]);
        const read = compileStep(parserAction, parserRuntime, {
          mode: 'kv',
          field: 'line',
          pairs: between,
          values: keyValue,
          trim: false,
        }).run([{ line: line! }]);
        expect(read.ports['default']).toEqual([expect.objectContaining(event)]);
      }),
    );
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
    for (const literalType of ['integer', 'float'] as const) {
      refused({ items: [{ key: 'a', value: 'literal', literal: '9007199254740992', literalType }] });
      refused({ items: [{ key: 'a', value: 'literal', literal: '-1', literalType }] });
    }
    refused({ items: [{ key: 'a', value: 'literal', literal: '9007199254740991.5', literalType: 'float' }] });
    refused({ destination: '_x', items: [user] });
    refused({ format: 'json' });
  });
});
