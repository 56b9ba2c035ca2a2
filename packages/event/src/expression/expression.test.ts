import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldSet } from '../field-set.ts';
import { jsonOfText, valueToJsonText } from '../json/print-json.ts';
import { Float, List, Timestamp, type FieldValue } from '../values.ts';
import { isVisual, expressionSchema, type Expression, type Literal, testOps } from './ast.ts';
import { withoutPositions } from './without-positions.ts';
import { checkCondition, checkExpression } from './check.ts';
import { compileCondition, compileExpression } from './compile.ts';
import { ExpressionError } from './faults.ts';
import { expressionFunctions } from './functions/registry.ts';
import { operatorOf } from './operators.ts';
import { parseExpression } from './parser.ts';
import { printExpression } from './printer.ts';
import { compilePattern } from '../parse-language/compile-pattern.ts';
import { allMatches, compileRegex } from '../regex/compile-regex.ts';
import { allowEvents, besideRun, boundSteps, chargeRun, spendRun, stepsLeft } from './steps.ts';

const env = { nowMs: 1715956200000, receivedNs: 1715956200000000000n };
const open = fieldSet({}, true);

function parse(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${parsed.error.code} at ${parsed.error.offset}: ${parsed.error.detail}`);
  return parsed.value;
}

function run(text: string, event: Record<string, FieldValue> = {}): FieldValue {
  const names: string[] = [];
  const ast = parse(text);
  const { faults } = checkExpression(ast, open);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  const compiled = compileExpression(ast, { slot: (name) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1) });
  return compiled.evaluate({ get: (slot) => event[names[slot]!] }, env);
}

const shown = (text: string, event: Record<string, FieldValue> = {}): string => valueToJsonText(run(text, event));

function errorOf(text: string, event: Record<string, FieldValue> = {}) {
  try {
    run(text, event);
  } catch (error) {
    if (error instanceof ExpressionError) return [error.code, error.position];
    throw error;
  }
  return undefined;
}

test('94 functions, each once, with a true example', () => {
  expect(expressionFunctions).toHaveLength(94);
  expect(new Set(expressionFunctions.map((f) => f.name)).size).toBe(94);
  const event = { status: 503, n: 42 };
  for (const { example, doc } of expressionFunctions) {
    expect(doc.en && doc.es).toBeTruthy();
    const value = run(example.code, event);
    expect(value instanceof Timestamp ? valueToJsonText(value).slice(1, -1) : valueToJsonText(value), example.code).toBe(example.result);
  }
});

describe('a search through a hostile text', () => {
  const event = {
    s: 'a'.repeat(60_000),
    near: `${'a'.repeat(2000)}b${'a'.repeat(1900)}`,
    words: new List('string', Array(9_000).fill('ab')),
  };

  test.each([
    ['${s} like "*' + 'a'.repeat(250) + 'b*"', 'false'],
    ['${s} like concat("*", ${near}, "*")', 'false'],
    ['${s} like "*' + 'a?'.repeat(120) + 'b*"', 'EXPR_LIMIT'],
    ['${s} contains ${near}', 'false'],
    ['index_of(${s}, ${near})', '-1'],
    ['length(replace(${s}, ${near}, ""))', '60000'],
    ['length(join(split(${s}, ${near}), ""))', '60000'],
    ['${s} contains any of ${words}', 'EXPR_LIMIT'],
  ])('does not hold a lane: case %#', (text, expected) => {
    const before = process.threadCpuUsage();
    const error = errorOf(text, event);
    expect(error === undefined ? shown(text, event) : error[0]).toBe(expected);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1500);
  });

  test('a new pattern after like has at most 256 characters', () => {
    const faults = (length: number) => checkCondition(parse(`\${s} like "${'a'.repeat(length)}"`), open).faults;
    expect(faults(256)).toEqual([]);
    expect(faults(257)).toMatchObject([{ code: 'EXPR_LIKE_TOO_LONG', detail: '256' }]);
  });
});

describe('an expression that asks for too much', () => {
  const large = { s: 'aB,1 ñ'.repeat(170_000), list: jsonOfText(`[${'{"a":1},'.repeat(9_000)}1]`) };

  test('does not hold a lane: it ends in its error after a bounded number of steps, whatever function it repeats', () => {
    const ofOneText = expressionFunctions.filter(
      ({ parameters, body }) =>
        body.kind !== 'lazy' && parameters[0]?.type === 's' && parameters.slice(1).every(({ optional, rest }) => optional || rest),
    );
    expect(ofOneText.length).toBeGreaterThan(15);
    for (const { name } of ofOneText) {
      const calls = Array.from({ length: 15 }, () => `${name}(\${s})`).join(', ');
      expect(errorOf(`size_of([${calls}])`, large)?.[0], name).toMatch(/^EXPR_/);
    }
  });

  test('is refused at its last step, not before: small values never are', () => {
    expect(errorOf('url_encode(${s})', large)).toEqual(['EXPR_LIMIT', 0]);
    expect(run('byte_length(sha512(${s}))', { s: 'x'.repeat(100_000) })).toBe(128);
    const many = `size_of([${Array.from({ length: 100 }, () => 'sha512("abc")').join(', ')}])`;
    expect(run(many)).toBe(100);
    expect(run(many)).toBe(100);
  });

  test('a text that no program can hold is a limit, not a crash', () => {
    expect(errorOf('join(${list}, ${s})', large)).toEqual(['EXPR_LIMIT', 0]);
  });

  test('a run of many events ends after a bounded number of steps, and the next one begins anew', () => {
    const { evaluate } = compileExpression(parse('concat("a", "b", "c")'), { slot: () => 0 });
    const evaluations = () => {
      let count = 0;
      boundSteps(() => {
        try {
          for (;;) {
            evaluate({ get: () => null }, env);
            count++;
          }
        } catch (error) {
          expect(error).toMatchObject({ code: 'EXPR_LIMIT' });
        }
      });
      return count;
    };
    const count = evaluations();
    expect(count).toBeGreaterThan(1_000_000);
    expect(count).toBeLessThan(50_000_000);
    expect(evaluations()).toBe(count);
    expect(evaluate({ get: () => null }, env)).toBe('abc');
  });

  test('what is made of a run counts among its steps', () => {
    const { evaluate } = compileExpression(parse('"a"'), { slot: () => 0 });
    boundSteps(() => {
      chargeRun(49_000_000);
      expect(evaluate({ get: () => null }, env)).toBe('a');
      chargeRun(1_000_000);
      expect(() => evaluate({ get: () => null }, env)).toThrow('EXPR_LIMIT');
    });
    chargeRun(50_000_000);
    expect(evaluate({ get: () => null }, env)).toBe('a');
  });

  test('what a data sink encodes while a run is under way is not refused for the steps of the run, nor counts among them', () => {
    const { evaluate } = compileExpression(parse('"a"'), { slot: () => 0 });
    boundSteps(() => {
      chargeRun(50_000_000);
      besideRun(() => {
        expect(evaluate({ get: () => null }, env)).toBe('a');
        chargeRun(60_000_000);
      });
      expect(() => evaluate({ get: () => null }, env)).toThrow('EXPR_LIMIT');
    });
    boundSteps(() => {
      besideRun(() => chargeRun(60_000_000));
      expect(evaluate({ get: () => null }, env)).toBe('a');
    });
  });

  test('runs within a run have its steps together', () => {
    const { evaluate } = compileExpression(parse('"a"'), { slot: () => 0 });
    boundSteps(() => {
      for (let run = 0; run < 5; run++) boundSteps(() => chargeRun(10_000_000));
      expect(() => evaluate({ get: () => null }, env)).toThrow('EXPR_LIMIT');
    });
    expect(evaluate({ get: () => null }, env)).toBe('a');
  });

  test('conditions count too', () => {
    const condition = compileCondition(parse(Array.from({ length: 60 }, () => '${s} matches "[0-9]+ñx"').join(' or ')), { slot: () => 0 });
    expect(() => condition({ get: () => large.s }, env)).toThrow('EXPR_LIMIT: steps');
    expect(condition({ get: () => 'small' }, env)).toBe(false);
  });

  const stepsOfRun = (run: () => void): number => {
    let taken = 0;
    boundSteps(() => {
      const before = stepsLeft();
      run();
      taken = before - stepsLeft();
    });
    return taken;
  };

  test('work beside evaluations counts, ends with them, and says how much it was', () => {
    const taken = stepsOfRun(() => {
      spendRun(30_000_000);
      chargeRun(20_000_000);
      expect(() => spendRun(1)).toThrow('EXPR_LIMIT');
      chargeRun(5_000_000_000);
      expect(() => spendRun(0)).toThrow('EXPR_LIMIT');
    });
    expect(taken).toBeGreaterThan(50_000_000);
    expect(stepsOfRun(() => spendRun(7))).toBe(7);
    spendRun(50_000_001);
  });

  test('each event of a run adds what is usual to its steps, so that many do not end it', () => {
    boundSteps(() => {
      allowEvents(8192);
      spendRun(100_000_000);
      expect(stepsLeft()).toBe(50_000_000 + 8192 * 10_000 - 100_000_000);
    });
    boundSteps(() => expect(() => spendRun(50_000_001)).toThrow('EXPR_LIMIT'));
    allowEvents(8192);
    boundSteps(() => expect(stepsLeft()).toBe(50_000_000));
    expect(stepsLeft()).toBe(Infinity);
  });

  test('patterns, and branches that are tried in vain, count', () => {
    const text = 'a'.repeat(10_000);
    const regex = compileRegex('a(?:[^b]*b)?');
    const pattern = compilePattern(`<either(${Array.from({ length: 50 }, (_, n) => `{x${n}}ñ${n}`).join('|')})>`);
    if (!regex.ok || !pattern.ok) expect.fail();
    expect(stepsOfRun(() => void regex.value.test(text))).toBeGreaterThan(10_000);
    expect(stepsOfRun(() => void [...allMatches(regex.value, text.slice(0, 1000))])).toBeGreaterThan(500_000);
    expect(() => boundSteps(() => void [...allMatches(regex.value, text)])).toThrow('EXPR_LIMIT');
    expect(stepsOfRun(() => void pattern.value.parse(text))).toBeGreaterThan(500_000);
  });
});

test('null in a required argument gives null, in every strict function', () => {
  for (const { name, parameters, body } of expressionFunctions) {
    if (body.kind === 'lazy' || parameters.length === 0 || name === 'concat') continue;
    const args = parameters
      .filter((p) => !p.optional && !p.rest)
      .map((p, i) => (i === 0 ? 'null' : p.type === 're' ? '"a"' : '${nothing}'));
    expect(run(`${name}(${args.join(', ')})`), name).toBeNull();
  }
});

test('a wrong argument type is refused while typing, and EXPR_TYPE from a json leaf', () => {
  for (const { name, parameters } of expressionFunctions) {
    const [first] = parameters;
    if (!first || first.type === 'a') continue;
    const rest = parameters
      .slice(1)
      .filter((p) => !p.optional && !p.rest)
      .map((p) => (p.type === 're' || p.type === 's' ? '"a"' : '${other}'));
    const wrong = first.type === 'b' ? '1' : 'true';
    const checked = checkExpression(parse(`${name}(${[wrong, ...rest].join(', ')})`), open);
    expect(
      checked.faults.map((f) => f.code),
      name,
    ).toContain('EXPR_WRONG_TYPE');
    const leaf = jsonOfText(first.type === 'b' ? '{"x":1}' : '{"x":true}');
    const args = [
      '${j.x}',
      ...parameters
        .slice(1)
        .filter((p) => !p.optional && !p.rest)
        .map((p) => (p.type === 're' || p.type === 's' ? '"%d"' : p.type === 'n' || p.type === 'i' || p.type === 'd' ? '1' : '${j}')),
    ];
    expect(errorOf(`${name}(${args.join(', ')})`, { j: leaf })?.[0], name).toBe('EXPR_TYPE');
  }
});

describe('arithmetic', () => {
  test.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['-2 ** 2', '-4'],
    ['2 ** 3 ** 2', '512'],
    ['7 / 2', '3.5'],
    ['6 / 2', '3.0'],
    ['-7 % 3', '-1'],
    ['1.0 + 1', '2.0'],
    ['9007199254740991 + 2', '9007199254740993'],
    ['"a" + "b"', '"ab"'],
    ['1 + null', 'null'],
    ['5 - 3 - 1', '1'],
    ['t"2024-05-17T14:30:00Z" + 1h', '"2024-05-17T15:30:00Z"'],
    ['t"2024-05-17T14:30:00Z" - t"2024-05-17T14:29:00Z"', '60000'],
    ['null ?? 1', '1'],
    ['split("a/b", "/")[1]', '"b"'],
    ['[1, 2.5]', '[1.0,2.5]'],
    ['[1, 2][-1]', '2'],
    ['9223372036854775807', '9223372036854775807'],
    ['2 ** -1', '0.5'],
    ['"\\u{1F600}"', '"😀"'],
    ["'it''s'".replace("''", "\\'"), '"it\'s"'],
    ['r"\\d"', '"\\\\d"'],
    ['1 # comment', '1'],
  ])('%s = %s', (text, value) => {
    expect(shown(text)).toBe(value);
  });

  test.each([
    ['9223372036854775807 + 1', 'EXPR_OVERFLOW', 0],
    ['1 / 0', 'EXPR_DIVIDE_BY_ZERO', 0],
    ['1 + 5 % 0', 'EXPR_DIVIDE_BY_ZERO', 4],
    ['1e308 * 10', 'EXPR_NOT_FINITE', 0],
    ['sqrt(-1)', 'EXPR_NOT_FINITE', 0],
    ['int("x")', 'EXPR_CONVERSION', 0],
    ['assert(false, "no")', 'EXPR_ASSERT', 0],
    ['pad_start("a", 2000000)', 'EXPR_LIMIT', 0],
    ['split(pad_start("", 10001, ","), ",")', 'EXPR_LIMIT', 0],
    ['2 ** 64', 'EXPR_OVERFLOW', 0],
    ['time_part(now(), "eon")', 'EXPR_ARGUMENT', 0],
  ])('%s fails with %s', (text, code, position) => {
    expect(errorOf(text)).toEqual([code, position]);
  });
});

describe('tests', () => {
  const event: Record<string, FieldValue> = {
    status: 403,
    agent: 'Curl/8',
    path: '/admin/x',
    ip: '10.1.2.3',
    none: null,
    empty: '',
    tags: new List('string', ['a', 'b']),
    f: new Float(1),
    t: new Timestamp(env.receivedNs - 60_000_000_000n),
    j: jsonOfText('{"a":{"b":[1,2]},"s":"x","n":null,"__proto__":1}'),
    yes: true,
    'user.name': 'dotted',
    user: jsonOfText('{"name":"inner","id":7}'),
  };
  test.each([
    '${status} in (403, 429, 500) and (${path} starts with "/admin" or ${agent} matches "curl|python-requests" ignore case)',
    '${missing} != 1',
    'not (${missing} == 1)',
    'not (${missing} < 1)',
    '${missing} does not exist',
    '${none} exists',
    '${none} is null',
    '${missing} is null',
    '${empty} is empty',
    '${agent} CONTAINS "url"',
    '${agent}   contains   "CURL"   ignore   case',
    '${tags} contains "a"',
    '${tags} contains any of ("z", "b")',
    'not ${tags} contains all of ("a", "z")',
    '${ip} in cidr "10.0.0.0/8"',
    '${ip} not in cidr ("192.168.0.0/16", "::1")',
    '"nonsense" not in cidr "0.0.0.0/0"',
    '"::ffff:10.0.0.1" in cidr "10.0.0.1"',
    '${f} == 1',
    '1 == 1.0',
    '${f} in (1, 2)',
    '${status} between 400 and 499',
    '${status} not between 500 and 599',
    '${agent} like "Curl/?"',
    '${path} like "*min*"',
    '"a*b" like "a\\\\*b"',
    '${t} within last 1m',
    'not ${t} within last 59s',
    '${t} older than 59s',
    '${yes} is true',
    'not ${none} is true and not ${none} is false',
    '${j.a.b[0]} == 1',
    '${j.a.b[-1]} == 2',
    '${j["a"].b} == [1, 2]',
    '${j.s} is type "string"',
    '${j.n} is type "null"',
    '${j.n} exists',
    '${j.zzz} does not exist',
    '${j} contains "__proto__"',
    '${j.constructor} is null',
    '${user.name} == "dotted"',
    '${user.id} == 7',
    '${j.s} != 1',
    'not (${j.s} < 1)',
    '${agent} equals "Curl/8"',
    '${agent} does not equal "x"',
    '"STRASSE" == "strasse" ignore case',
    '"Σ" == "ς" ignore case',
    '${a.b} is null',
    'true or 1 / 0 == 1',
    'if(${status} > 400, ${j.s} == "x", false)',
    '"a" < "b"',
    '"\\u{ffff}" < "\\u{10000}"',
  ])('%s', (text) => {
    expect(run(text, event)).toBe(true);
  });
});

describe('refused while typing', () => {
  test.each([
    ['', 'EXPR_SYNTAX', 0],
    ['1 +', 'EXPR_SYNTAX', 3],
    ['status == 1', 'EXPR_SYNTAX', 0],
    ['${a', 'EXPR_SYNTAX', 0],
    ['"a', 'EXPR_SYNTAX', 0],
    ['(1', 'EXPR_SYNTAX', 2],
    ['1 = 1', 'EXPR_SYNTAX', 2],
    ['${a}; drop', 'EXPR_SYNTAX', 4],
    ['${a[*]}', 'EXPR_SYNTAX', 0],
    ['1e400', 'EXPR_SYNTAX', 0],
    ['${constructor["x"]}()', 'EXPR_SYNTAX', 19],
    ['`${process}`', 'EXPR_SYNTAX', 0],
    ['${a} ? 1 : 2', 'EXPR_SYNTAX', 5],
    ['x'.repeat(5000), 'EXPR_TOO_LONG', 4096],
    ['('.repeat(100), 'EXPR_TOO_DEEP', 64],
    ['not '.repeat(100) + 'true', 'EXPR_TOO_DEEP', 256],
    ['abs('.repeat(40) + '1' + ')'.repeat(40), 'EXPR_TOO_DEEP', 128],
    ['1' + '+1'.repeat(600), 'EXPR_TOO_LARGE', 501],
    ['99999999999999999999', 'EXPR_SYNTAX', 0],
  ])('%s', (text, code, offset) => {
    const parsed = parseExpression(text);
    expect(parsed.ok ? undefined : [parsed.error.code, parsed.error.offset]).toEqual([code, offset]);
  });

  const fields = fieldSet({ status: 'string', code: 'integer', t: 'timestamp', tags: 'list<string>', j: 'json' });
  test.each([
    ['${status} == 200', 'EXPR_NEVER_TRUE', 'int(${status}) == 200'],
    ['${code} == "200"', 'EXPR_NEVER_TRUE', '${code} == 200'],
    ['${code} matches "^2"', 'EXPR_NEVER_TRUE', 'string(${code}) matches "^2"'],
    ['${nope} == 1', 'EXPR_UNKNOWN_FIELD', undefined],
    ['foo(1)', 'EXPR_UNKNOWN_FUNCTION', undefined],
    ['abs()', 'EXPR_ARGUMENTS', undefined],
    ['${status} matches "(?=a)"', 'EXPR_PATTERN', undefined],
    ['${status} matches ${status}', 'EXPR_PATTERN', undefined],
    ['capture(${status}, "(")', 'EXPR_PATTERN', undefined],
    ['${t} > 5', 'EXPR_NEVER_TRUE', 'string(${t}) > 5'],
    ['${tags} < 1', 'EXPR_NEVER_TRUE', undefined],
    ['${status} in cidr "10/8"', 'EXPR_WRONG_TYPE', undefined],
    ['1 + "a"', 'EXPR_WRONG_TYPE', undefined],
    ['format_time(${t}, "%Q")', 'EXPR_ARGUMENTS', undefined],
    ['${code} + 1', 'EXPR_NOT_CONDITION', undefined],
  ])('%s', (text, code, fix) => {
    const { faults } = checkCondition(parse(text), fields);
    expect(faults[0]?.code).toBe(code);
    if (fix !== undefined) expect(faults[0]?.fix).toBe(fix);
  });

  test.each([
    ['${j.x} + 1', 'unknown'],
    ['${code} / 2', 'float'],
    ['${code} + 1', 'integer'],
    ['${t} - ${t}', 'duration'],
    ['split(${status}, ",")', 'list<string>'],
    ['${code} > 1', 'boolean'],
    ['if(true, 1, 2.5)', 'float'],
  ])('%s is %s', (text, type) => {
    expect(checkExpression(parse(text), fields)).toEqual({ type, faults: [] });
  });
});

test('a condition tree holds 100 tests and 8 levels', () => {
  const tests = (count: number): Expression => ({ and: Array.from({ length: count }, () => ({ field: 'a', op: 'is-true' as const })) });
  const nested = (depth: number): Expression => (depth === 0 ? { field: 'a', op: 'is-true' } : { not: nested(depth - 1) });
  expect(checkCondition(tests(100), open).faults).toEqual([]);
  expect(checkCondition(tests(101), open).faults[0]?.code).toBe('EXPR_TOO_LARGE');
  expect(checkCondition(nested(8), open).faults).toEqual([]);
  expect(checkCondition(nested(9), open).faults[0]?.code).toBe('EXPR_TOO_DEEP');
  expect(checkCondition(nested(5000), open).faults[0]?.code).toBe('EXPR_TOO_DEEP');
});

test('the stored form of the catalogue is the AST of its code', () => {
  const code = '${status} in (403, 429, 500) and (${path} starts with "/admin" or ${agent} matches "curl|python-requests" ignore case)';
  const visual = {
    and: [
      { field: 'status', op: 'in', value: [403, 429, 500] },
      {
        or: [
          { field: 'path', op: 'starts-with', value: '/admin' },
          { field: 'agent', op: 'matches', value: 'curl|python-requests', ignoreCase: true },
        ],
      },
    ],
  };
  expect(withoutPositions(parse(code))).toEqual(visual);
  expect(printExpression(visual as Expression)).toBe(code);
  expect(isVisual(parse(code))).toBe(true);
  expect(isVisual(parse('${a} == ${b}'))).toBe(false);
});

const literal: fc.Arbitrary<Literal> = fc.oneof(
  fc.constantFrom<Literal>(
    null,
    true,
    false,
    0,
    -5,
    1.5,
    -0.25,
    { float: '1.0' },
    { integer: '9223372036854775807' },
    { duration: '5m' },
    { time: '2024-05-17T14:30:00Z' },
  ),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
  fc.integer({ min: -1e9, max: 1e9 }),
);
const fieldName = fc.constantFrom('a', 'a.b', 'a[0].c', 'x["odd key"]', '_id', 'k-1#');
const ast = fc.letrec<{ any: Expression; fieldTest: Expression }>((tie) => ({
  fieldTest: fc
    .record({
      field: fieldName,
      op: fc.constantFrom(...testOps),
      value: literal,
      items: fc.array(literal, { minLength: 1, maxLength: 3 }),
      ignoreCase: fc.boolean(),
    })
    .map(({ field, op, value, items, ignoreCase }) => {
      const operator = operatorOf(op);
      const right =
        operator.right === 'none'
          ? {}
          : { value: operator.right === 'one' ? value : operator.right === 'two' ? [items[0]!, value] : items };
      return { field, op, ...right, ...(ignoreCase && operator.ignoreCase === true ? { ignoreCase } : {}) } as Expression;
    }),
  any: fc.oneof(
    { maxDepth: 4 },
    literal.map((value) => ({ literal: value })),
    fieldName.map((field) => ({ field })),
    tie('fieldTest'),
    fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map((or) => ({ or })),
    fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map((coalesce) => ({ coalesce })),
    tie('any').map((not) => ({ not })),
    fc.record({ math: fc.constantFrom('+', '-', '*', '/', '%', '**'), left: tie('any'), right: tie('any') }),
    fc.record({ call: fc.constantFrom('abs', 'coalesce'), args: fc.array(tie('any'), { maxLength: 2 }) }),
    fc.record({ of: tie('any'), index: tie('any') }),
    fc.array(tie('any'), { maxLength: 3 }).map((list) => ({ list })),
  ) as fc.Arbitrary<Expression>,
}));

test('text → AST → text → AST comes back the same', () => {
  fc.assert(
    fc.property(ast.any, (node) => {
      const text = printExpression(node);
      const first = parseExpression(text);
      if (!first.ok) {
        expect(['EXPR_TOO_LONG', 'EXPR_TOO_DEEP', 'EXPR_TOO_LARGE'], `${text}: ${first.error.detail}`).toContain(first.error.code);
        return;
      }
      expect(printExpression(first.value)).toBe(text);
      expect(expressionSchema.safeParse(first.value).success).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

test('AST of a visual form → text → AST comes back the same', () => {
  fc.assert(
    fc.property(fc.array(ast.fieldTest, { minLength: 2, maxLength: 4 }), (and) => {
      expect(withoutPositions(parse(printExpression({ and })))).toEqual(withoutPositions({ and }));
    }),
  );
});

test('random text never crashes parser, checker or evaluation', () => {
  const token = fc.constantFrom(
    '${a}',
    '${j.x}',
    '1',
    '2.5',
    '"s"',
    'and',
    'or',
    'not',
    '==',
    'in',
    '(',
    ')',
    '[',
    ']',
    ',',
    '+',
    '-',
    '**',
    'matches',
    'if',
    'contains',
    'is null',
    'abs(',
    'join(',
    '?',
    '??',
    '5m',
    '"',
    '\\',
    '}',
    'ignore case',
    '__proto__',
    'constructor(',
  );
  fc.assert(
    fc.property(
      fc.array(token, { maxLength: 12 }).map((parts) => parts.join(' ')),
      (text) => {
        const parsed = parseExpression(text);
        if (!parsed.ok || checkExpression(parsed.value, open).faults.length > 0) return;
        errorOf(text, { a: 1, j: jsonOfText('{"x":"y"}') });
      },
    ),
    { numRuns: 3000 },
  );
});

test('conditions compile to booleans and stop early', () => {
  const condition = compileCondition(parse('${a} == 1 or 1 / 0 > 1'), { slot: () => 0 });
  expect(condition({ get: () => 1 }, env)).toBe(true);
  expect(() => condition({ get: () => 2 }, env)).toThrow(ExpressionError);
});
