import { Float, jsonOfText } from '@acequia/event';
import type { LookupHandle } from '@acequia/component-sdk/runtime';
import { describe, expect, it } from 'vitest';
import { compileStep } from '../../testing/run-step.ts';
import { lookupOf } from '../../testing/sample-lookup.ts';
import { lookupAction } from './definition.ts';
import { lookupRuntime } from './runtime.ts';

const compile = (config: object, lookup: (id: string, version: number | undefined) => LookupHandle) =>
  compileStep(lookupAction, lookupRuntime, { lookup: 'LK_1', key: '${src}', ...config }, { lookup });
const sites = 'key;site;floor\n10.1.0.0/16;office;2\n10.1.2.0/24;lab;\n::/0;world;9\n';

describe('lookup', () => {
  it('the catalogue example: an address in a network', () => {
    const step = compile({ match: 'cidr', columns: [{ column: 'site' }] }, () => lookupOf('key;site\n10.1.0.0/16;office'));
    expect(step.run([{ src: '10.1.2.3' }]).ports['default']).toEqual([{ src: '10.1.2.3', site: 'office' }]);
  });

  it('all columns but the key; empty cells and not found are null; the longest network wins', () => {
    const step = compile({ match: 'cidr' }, () => lookupOf(sites));
    expect(step.run([{ src: '10.1.2.3' }, { src: '10.1.9.9' }, { src: '9.9.9.9' }, { src: null }, {}]).ports['default']).toEqual([
      { src: '10.1.2.3', site: 'lab', floor: null },
      { src: '10.1.9.9', site: 'office', floor: '2' },
      { src: '9.9.9.9', site: null, floor: null },
      { src: null, site: null, floor: null },
      { site: null, floor: null },
    ]);
  });

  it('names, types, defaults; a value that does not fit its type goes to error', () => {
    const columns = [
      { column: 'n', output: 'count', type: 'integer', default: '-1' },
      { column: 'r', type: 'float' },
    ];
    const step = compile({ columns }, () => lookupOf('key,n,r\na,7,1.5\nb,x,1\n'));
    const result = step.run([{ src: 'a' }, { src: 'b' }, { src: 'c' }]);
    expect(result.ports['default']).toEqual([
      { src: 'a', count: 7, r: new Float(1.5) },
      { src: 'c', count: -1, r: null },
    ]);
    expect(result.rejected).toMatchObject([{ code: 'TYPE_CONVERSION', fields: { src: 'b' } }]);
  });

  it('keys of other types, of json, of templates; null in a template is not found', () => {
    const table = () => lookupOf('key,v\n503,a\ntrue,b\nx-y,c\nñ"\\,d\n-,e\n');
    expect(
      compile({}, table)
        .run([{ src: 503 }, { src: true }, { src: 'ñ"\\' }])
        .ports['default']!.map(({ v }) => v),
    ).toEqual(['a', 'b', 'd']);
    const nested = compile({ key: '${p.code}' }, table);
    expect(nested.run([{ p: jsonOfText('{"code":503}') }, { p: jsonOfText('{}') }]).ports['default']!.map(({ v }) => v)).toEqual([
      'a',
      null,
    ]);
    const template = compile({ key: '${a}-{{ lower(${b}) }}' }, table);
    expect(
      template
        .run([
          { a: 'x', b: 'Y' },
          { a: '', b: '' },
          { a: 'x', b: null },
        ])
        .ports['default']!.map(({ v }) => v),
    ).toEqual(['c', 'e', null]);
  });

  it('what is not found leaves by its own port, with its defaults', () => {
    const step = compile({ routeUnmatched: true, columns: [{ column: 'v', default: 'none' }] }, () => lookupOf('key,v\na,1\n'));
    const { ports } = step.run([{ src: 'a' }, { src: 'b' }]);
    expect(ports).toEqual({ default: [{ src: 'a', v: '1' }], unmatched: [{ src: 'b', v: 'none' }] });
  });

  it('a range in two columns', () => {
    const step = compile({ match: 'range', endColumn: 'to' }, () => lookupOf('key,to,v\n1,5,low\n6,9,high\n'));
    expect(step.run([{ src: 5 }, { src: 6 }, { src: new Float(5.5) }]).ports['default']!.map(({ v }) => v)).toEqual(['low', 'high', null]);
  });

  it('a swap takes effect between two batches; a version without a chosen column is not taken', () => {
    let current = lookupOf('key,v\na,1\n');
    const step = compile({ columns: [{ column: 'v' }] }, () => ({ block: () => current.block() }));
    const v = () => step.run([{ src: 'a' }]).ports['default']![0]!['v'];
    expect(v()).toBe('1');
    current = lookupOf('key,v\na,2\n');
    expect(v()).toBe('2');
    current = lookupOf('key,other\na,3\n');
    expect([v(), v()]).toEqual(['2', '2']);
    current = lookupOf('key,v\na,4\n');
    expect(v()).toBe('4');
  });

  it('the version asked for', () => {
    const asked: unknown[] = [];
    const table = (id: string, version: number | undefined) => {
      asked.push([id, version]);
      return lookupOf('key,v\na,1\n');
    };
    compile({}, table);
    compile({ version: 'fixed', fixedVersion: 3 }, table);
    expect(asked).toEqual([
      ['LK_1', undefined],
      ['LK_1', 3],
    ]);
  });

  it('a column that is not there is a fault when the pipeline starts', () => {
    expect(() => compile({ columns: [{ column: 'nope' }] }, () => lookupOf('key,v\na,1\n'))).toThrow('LOOKUP_COLUMN');
    expect(() => compile({ match: 'range', endColumn: 'nope' }, () => lookupOf('key,v\na,1\n'))).toThrow('LOOKUP_COLUMN');
  });

  it('what the form refuses', () => {
    for (const config of [
      { key: '' },
      { version: 'fixed' },
      { columns: [{ column: '_x' }] },
      { columns: [{ column: 'a' }, { column: 'b', output: 'a' }] },
      { columns: [{ column: 'a', type: 'integer', default: 'x' }] },
      { match: 'fuzzy' },
    ])
      expect(() => compile(config, () => lookupOf('key,v\na,1\n')), JSON.stringify(config)).toThrow('refused');
  });
});
