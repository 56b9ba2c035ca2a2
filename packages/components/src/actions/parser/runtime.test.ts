import { createSlotTable } from '@acequia/batch';
import { Float, Json, Timestamp } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TestEvent } from '../../testing/event-view.ts';
import { compileStep, type StepOptions, type StepResult } from '../../testing/run-step.ts';
import { parserAction } from './definition.ts';
import { parserRuntime } from './runtime.ts';

const run = (config: object, events: readonly (TestEvent | string)[], options?: StepOptions): StepResult =>
  compileStep(parserAction, parserRuntime, config, options).run(events.map((event) => (typeof event === 'string' ? { m: event } : event)));
const fields = (config: object, text: string) => run({ field: 'm', keepSource: false, ...config }, [text]).ports['default']?.[0];

describe('modes', () => {
  it('kv from _raw: the catalogue example', () => {
    expect(run({ mode: 'kv', outputs: [{ name: 'age', type: 'integer' }] }, [{ _raw: 'user=ana age=30' }]).ports['default']).toEqual([
      { user: 'ana', age: 30 },
    ]);
  });
  it('pattern', () => {
    expect(fields({ mode: 'pattern', pattern: '{a} {b:int}<while(value=" ")>{c:csv(indices=[0,2])}' }, 'x 7   p,q,r')).toEqual({
      a: 'x',
      b: 7,
      'c.0': 'p',
      'c.2': 'r',
    });
  });
  it('json: exact numbers, nested stays json, null stays null', () => {
    const found = fields({ mode: 'json' }, '{"a":1,"b":1.0,"big":9007199254740993,"o":{"x": [1]},"n":null,"s":"l\\n\\u00f1","t":true}')!;
    expect(found).toMatchObject({ a: 1, b: new Float(1), big: 9007199254740993n, n: null, s: 'l\nñ', t: true });
    expect((found['o'] as Json).text).toMatch(/^\{"x": ?\[1\]\}$/);
  });
  it('json into one field, a list too', () => {
    expect((fields({ mode: 'json', as: 'json', destination: 'j' }, '[1,2]')!['j'] as Json).text).toBe('[1,2]');
  });
  it('json: lone surrogates inside objects and lists become U+FFFD', () => {
    const text = '{"o":{"b":["\\ud800","\\ud83d\\ude00"]}}';
    for (const field of ['o', 'j']) {
      const config = field === 'o' ? { mode: 'json' } : { mode: 'json', as: 'json', destination: 'j' };
      const json = fields(config, text)![field] as Json;
      expect(json.text.isWellFormed() && !/\\ud800/i.test(json.text)).toBe(true);
      expect(JSON.parse(json.text)).toEqual(field === 'o' ? { b: ['\uFFFD', '😀'] } : { o: { b: ['\uFFFD', '😀'] } });
    }
  });
  it('csv, xml, syslog, cef, leef, access, grok, regex', () => {
    expect(fields({ mode: 'csv', columns: ['a', 'b'] }, '"x,y",')).toEqual({ a: 'x,y', b: '' });
    expect((fields({ mode: 'xml' }, '<a x="1"><b>t</b></a>')!['a'] as Json).text).toBe('{"@x":"1","b":"t"}');
    expect(fields({ mode: 'syslog' }, '<34>1 2024-05-17T14:30:00Z web-1 su 77 ID - failed')).toMatchObject({
      facility: 4,
      severity: 2,
      hostname: 'web-1',
      message: 'failed',
      timestamp: new Timestamp(1715956200000000000n),
    });
    expect(fields({ mode: 'cef' }, 'CEF:0|Acme|FW|1.0|100|Blocked|7|src=10.0.0.1 msg=a\\=b c')).toMatchObject({
      device_vendor: 'Acme',
      src: '10.0.0.1',
      msg: 'a=b c',
    });
    expect(fields({ mode: 'leef' }, 'LEEF:1.0|V|P|1|e1|src=10.0.0.1\tusr=ana')).toMatchObject({ vendor: 'V', usr: 'ana' });
    expect(fields({ mode: 'access' }, '203.0.113.9 - ana [17/May/2024:14:30:00 +0200] "GET /a?x=1 HTTP/1.1" 200 12')).toMatchObject({
      client_ip: '203.0.113.9',
      status: 200,
      query: 'x=1',
    });
    expect(fields({ mode: 'grok', grok: '%{IP:ip} %{NUMBER:ms:int}' }, '10.0.0.1 42')).toEqual({ ip: '10.0.0.1', ms: 42 });
    expect(fields({ mode: 'regex', regex: '(?P<k>\\w+)=(?<v>\\w+)' }, 'a=b')).toEqual({ k: 'a', v: 'b' });
  });
});

describe('spans', () => {
  it('with and without slots the fields are the same', () => {
    const text = '{"a":"x","b":-1.50,"c":{"d":[1]},"e":false,"f":null,"g":"q\\"q","a":"last"}';
    const slots = createSlotTable();
    for (const name of 'abcdefg') slots.slot(name);
    const fast = run({ mode: 'json' }, [{ _raw: text }], { slots }).ports['default']![0]!;
    const slow = run({ mode: 'json' }, [{ _raw: text }]).ports['default']![0]!;
    expect(Object.keys(fast).toSorted()).toEqual(Object.keys(slow).toSorted());
    for (const name of Object.keys(fast)) {
      const [x, y] = [fast[name], slow[name]];
      if (x instanceof Json) expect(x.node).toEqual((y as Json).node);
      else expect(x, name).toEqual(y);
    }
  });
  it('a nested value keeps its source text, whether or not its name has a slot', () => {
    const text = '{"o":{"x": 2.50},"l":[1.10 ,2],"o2":"{}"}';
    const slots = createSlotTable();
    for (const name of ['o', 'l', 'o2']) slots.slot(name);
    for (const options of [{ slots }, {}]) {
      const found = run({ mode: 'json' }, [{ _raw: text }], options).ports['default']![0]!;
      expect([(found['o'] as Json).text, (found['l'] as Json).text, found['o2']]).toEqual(['{"x": 2.50}', '[1.10 ,2]', '{}']);
    }
    expect((fields({ mode: 'json', as: 'json', destination: 'j' }, ' {"a": 1.50} ')!['j'] as Json).text).toBe('{"a": 1.50}');
  });
  it('a member that replaces the source', () => {
    const slots = createSlotTable();
    slots.slot('b');
    expect(run({ field: 'm', mode: 'json' }, ['{"m":"new","b":2}'], { slots }).ports['default']).toEqual([{ m: 'new', b: 2 }]);
  });
});

describe('names', () => {
  it('from data are cleaned, collisions settled', () => {
    expect(fields({ mode: 'json' }, '{"_a":1,"a":2,"x y":3,"":4,"__proto__":5}')).toMatchObject({
      a: 1,
      a_2: 2,
      x_y: 3,
      field_4: 4,
      proto__: 5,
    });
  });
  it('prefix, rename, renamed parents', () => {
    expect(
      fields({ mode: 'pattern', pattern: '{row:csv(columns=["k","v"])}', prefix: 'p.', outputs: [{ name: 'row', rename: 'r' }] }, 'a,b'),
    ).toEqual({ 'p.r.k': 'a', 'p.r.v': 'b' });
  });
  it('overwrite off: existing fields win', () => {
    expect(run({ field: 'm', mode: 'kv', overwrite: false }, [{ m: 'a=1 b=2', a: 'old' }]).ports['default']).toEqual([
      { m: 'a=1 b=2', a: 'old', b: '2' },
    ]);
  });
});

describe('failures', () => {
  const columns = { field: 'm', mode: 'csv', columns: ['a', 'b'] };
  it('error: no field added, offset told', () => {
    const result = run({ field: 'm', mode: 'pattern', pattern: '{a:int}-{b:int}' }, ['12-x', '1-2']);
    expect(result.rejected).toMatchObject([{ code: 'PARSE_TYPE', offset: 3, fields: { m: '12-x' } }]);
    expect(Object.keys(result.rejected[0]!.fields)).toEqual(['m']);
    expect(result.ports['default']).toEqual([{ m: '1-2', a: 1, b: 2 }]);
  });
  it.each([
    [{ mode: 'json' }, '{"a":', 'EXPECTED_JSON', {}],
    [{ mode: 'json' }, '[1]', 'EXPECTED_JSON_OBJECT', {}],
    [{ mode: 'kv', bare: 'ignore' }, 'words only', 'EXPECTED_PAIR', {}],
    [columns, 'x', 'EXPECTED_CELLS', { count: 2, found: 1 }],
    [{ mode: 'syslog' }, '<34>1 yesterday h a - - - x', 'EXPECTED_RFC3339', { field: 'timestamp' }],
    [{ mode: 'cef' }, 'CEF:0|a', 'EXPECTED_BARS', { count: 7, field: 'severity' }],
    [{ mode: 'leef' }, 'x', 'EXPECTED_TEXT', { text: 'LEEF:1.0|', field: 'leef_version' }],
    [{ mode: 'grok', grok: '%{INT:n}' }, 'x', 'EXPECTED_PATTERN', {}],
    [{ mode: 'regex', regex: String.raw`(?P<n>\d+)` }, 'x', 'EXPECTED_PATTERN', {}],
    [{ mode: 'xml' }, '<a', 'EXPECTED_XML_NAME', {}],
    [{ mode: 'pattern', pattern: '{n:int}' }, 'x', 'EXPECTED_DIGITS', { field: 'n' }],
    [{ mode: 'pattern', pattern: '{t:timestamp("%Y-%m")}' }, '2024-x', 'EXPECTED_MONTH', { field: 't' }],
    [{ mode: 'pattern', pattern: '{a} -\\n{b}' }, 'x', 'EXPECTED_TEXT', { text: ' -\\n', field: 'a' }],
    [{ mode: 'pattern', pattern: '<while(chars="-+", min=1)>{b}' }, 'x', 'EXPECTED_ONE_OF', { choices: '-+' }],
    [
      { mode: 'kv', outputs: [{ name: 'n', type: 'integer' }] },
      'n=x',
      'EXPECTED_TYPE_FROM',
      { type: 'integer', from: 'string', field: 'n' },
    ],
  ])('says what it expected as a code with values: %j', (config, text, code, values) => {
    const [rejected] = run({ field: 'm', ...config }, [text]).rejected;
    expect(rejected).toMatchObject({ expected: { code, fields: values } });
    expect(rejected).not.toHaveProperty('message');
  });
  it('a conversion that fails undoes the whole', () => {
    const result = run({ field: 'm', mode: 'kv', outputs: [{ name: 'age', type: 'integer' }] }, ['user=ana age=old']);
    expect(result.rejected).toMatchObject([{ code: 'TYPE_CONVERSION', fields: { m: 'user=ana age=old' } }]);
  });
  it('nulls and pass', () => {
    expect(run({ ...columns, onFail: 'nulls' }, ['x']).ports['default']).toEqual([{ m: 'x', a: null, b: null }]);
    expect(run({ ...columns, onFail: 'pass' }, ['x']).ports['default']).toEqual([{ m: 'x' }]);
  });
  it('null and missing input give null outputs; a number is a wrong type', () => {
    const result = run(columns, [{ m: null }, {}, { m: 7 }]);
    expect(result.ports['default']).toEqual([
      { m: null, a: null, b: null },
      { a: null, b: null },
    ]);
    expect(result.rejected).toMatchObject([{ code: 'TYPE_CONVERSION', fields: { m: 7 } }]);
  });
  it('wrong patterns are refused while typing', () => {
    expect(() => run({ mode: 'pattern', pattern: '{a}{b}' }, [])).toThrow('refused');
    expect(() => run({ mode: 'regex', regex: '(a' }, [])).toThrow('REGEX_GROUP_OPEN');
    expect(() => run({ mode: 'regex', regex: 'a' }, [])).toThrow('CONFIG_REGEX_NAMES');
    expect(() => run({ mode: 'grok', grok: '%{NOPE:x}' }, [])).toThrow('GROK_UNKNOWN');
  });
  it('hostile text never throws; rows in = rows out + rejected', () => {
    for (const config of [
      { mode: 'json' },
      { mode: 'kv' },
      { mode: 'xml' },
      { mode: 'syslog' },
      { mode: 'access' },
      { mode: 'cef' },
      { mode: 'csv', columns: ['a'] },
    ]) {
      const step = compileStep(parserAction, parserRuntime, { field: 'm', ...config });
      fc.assert(
        fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), { maxLength: 20 }), (lines) => {
          const { ports, rejected } = step.run(lines.map((m) => ({ m })));
          expect((ports['default']?.length ?? 0) + rejected.length).toBe(lines.length);
        }),
        { numRuns: 50 },
      );
    }
  });
});
