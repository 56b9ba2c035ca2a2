import { parseConfig, readableText } from '@acequia/component-sdk/definition';
import { actionDefinitions, findAction } from '@acequia/components/definitions';
import { describe, expect, it } from 'vitest';
import { fieldDiff } from './field-diff.ts';
import { suggestionsFor } from './suggestions.ts';

const of = (name: string, json: string, type: string, all: readonly string[] = [json]) =>
  suggestionsFor({ name, json, type, texts: type === 'string' ? all.map(readableText) : [] }, Object.values(actionDefinitions));

describe('what can be done with a value', () => {
  it('is a step that can be configured as it is', () => {
    const all = [
      ...of('message', '"a=1 b=2 c=3"', 'string'),
      ...of('a.b', '"10.0.0.1"', 'string'),
      ...of('n', '1.5', 'float'),
      ...of('ok', 'true', 'boolean'),
    ];
    expect(all.length).toBeGreaterThan(12);
    for (const { component, config } of all)
      expect([config, parseConfig(findAction(component)!.config, config)]).toMatchObject([config, { ok: true }]);
  });

  it('extracts by a format, else by a pattern of all the values', () => {
    expect(of('m', '"a=1 b=2 c=3"', 'string')[0]).toMatchObject({ kind: 'extract', config: { field: 'm', mode: 'kv' } });
    const lines = ['"took 5 ms"', '"took 7 ms"'];
    expect(of('m', lines[0]!, 'string', lines)[0]).toMatchObject({
      config: { field: 'm', mode: 'pattern', pattern: 'took {took:int} ms' },
    });
    expect(of('m', '"words only"', 'string').map(({ kind }) => kind)).not.toContain('extract');
  });

  it('does not route by a number that a condition cannot hold, nor by null', () => {
    expect(of('n', '9007199254740993', 'integer').map(({ kind }) => kind)).not.toContain('route');
    expect(of('n', 'null', 'null').map(({ kind }) => kind)).toEqual(['drop', 'rename']);
    expect(of('n', '7', 'integer').find(({ kind }) => kind === 'route')!.config).toMatchObject({
      conditions: [{ name: '7', condition: { ast: { field: 'n', op: 'eq', value: 7 } } }],
    });
  });

  it('does not name a way out after a fixed port', () => {
    const route = of('level', '"error"', 'string').find(({ kind }) => kind === 'route')!;
    expect(route.config).toMatchObject({ conditions: [{ name: 'level error' }] });
  });
});

describe('fields before and after', () => {
  const event = (json: string, types: Record<string, string>) => ({ json, types });

  it('stand in the order of the later event, and what is gone where it stood', () => {
    const before = event('{"a":1,"b":2,"c":3}', { a: 'integer', b: 'integer', c: 'integer' });
    const after = event('{"a":1,"c":"3","d":4}', { a: 'integer', c: 'string', d: 'integer' });
    expect(fieldDiff(before, after).map(({ name, kind }) => `${name} ${kind}`)).toEqual(['a same', 'b removed', 'c changed', 'd added']);
    expect(fieldDiff(undefined, after).every(({ kind }) => kind === 'added')).toBe(true);
  });

  it('differ by their last digit, and by their type alone', () => {
    const big = (digits: string, type = 'integer') => event(`{"n":${digits}}`, { n: type });
    expect(fieldDiff(big('9223372036854775807'), big('9223372036854775806'))[0]!.kind).toBe('changed');
    expect(fieldDiff(big('"x"', 'string'), big('"x"', 'timestamp'))[0]!.kind).toBe('changed');
  });
});
