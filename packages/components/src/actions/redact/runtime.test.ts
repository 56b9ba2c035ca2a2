import { createHmac } from 'node:crypto';
import { Json, jsonOfText, List, parseCheckedJson, valueToJsonText, type FieldValue } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileStep, type StepOptions } from '../../testing/run-step.ts';
import { redactAction } from './definition.ts';
import { redactRuntime } from './runtime.ts';

const compile = (config: object, options?: StepOptions) =>
  compileStep(redactAction, redactRuntime, { detectors: ['email', 'card'], ...config }, options);

/** The events of the port as JSON, to compare json values too. */
const plain = (events: readonly Readonly<Record<string, FieldValue>>[] | undefined) =>
  events?.map((event) => Object.fromEntries(Object.entries(event).map(([name, value]) => [name, JSON.parse(valueToJsonText(value))])));
const run = (config: object, ...events: Record<string, FieldValue>[]) => plain(compile(config).run(events).ports['default']);
const json = (text: string) => jsonOfText(text);

describe('redact', () => {
  it('the catalogue example', () => {
    expect(run({}, { msg: 'mail a@b.com card 4111 1111 1111 1111' })).toEqual([
      { msg: 'mail [EMAIL] card [CARD]', redactions: { email: 1, card: 1 } },
    ]);
    expect(run({ detectors: ['dni'] }, { msg: '12345678Z' }, { msg: '12345678A' })).toEqual([
      { msg: '[DNI]', redactions: { dni: 1 } },
      { msg: '12345678A' },
    ]);
  });

  it('an event without findings is not touched: same bytes, no report', () => {
    expect(run({}, { msg: 'nothing @ here 4111', n: 1, at: null })).toEqual([{ msg: 'nothing @ here 4111', n: 1, at: null }]);
  });

  it.each([
    ['label', 'pay [CARD] by [EMAIL]'],
    ['mask', 'pay ******************* by *******'],
    ['partial', 'pay **** **** **** 1111 by *******'],
    ['remove', 'pay  by '],
    ['detect-only', 'pay 4111 1111 1111 1111 by a@b.com'],
  ])('mode %s', (mode, text) => {
    expect(run({ mode }, { msg: 'pay 4111 1111 1111 1111 by a@b.com' })).toEqual([{ msg: text, redactions: { email: 1, card: 1 } }]);
  });

  it('mode hash: HMAC under the secret, one value one hash however it is written', () => {
    const step = compile({ mode: 'hash', key: 'SE_k' }, { secrets: { SE_k: 'k' } });
    const events = [{ msg: '4111 1111 1111 1111' }, { msg: '4111111111111111' }, { msg: 'A@b.com' }];
    const hash = (text: string) => createHmac('sha256', 'k').update(text).digest('hex').slice(0, 16);
    expect(step.run(events).ports['default']!.map((event) => event['msg'])).toEqual([
      `[CARD:${hash('4111111111111111')}]`,
      `[CARD:${hash('4111111111111111')}]`,
      `[EMAIL:${hash('a@b.com')}]`,
    ]);
    expect(() => compile({ mode: 'hash' })).toThrow('CONFIG_REQUIRED');
  });

  it('_raw too, and what it repeats is not counted twice', () => {
    const step = compile({ detectors: ['email'], ownDetectors: [] });
    const result = step.run([
      { _raw: 'from a@b.com', msg: 'a@b.com' },
      { _raw: 'a@b.com c@d.com', msg: 'x' },
    ]);
    expect(plain(result.ports['default'])).toEqual([
      { msg: '[EMAIL]', redactions: { email: 1 } },
      { msg: 'x', redactions: { email: 2 } },
    ]);
  });

  it('json: values and numbers, never keys; what is not touched keeps its text', () => {
    const payload = json('{ "a@b.com": "a@b.com", "n": [4111111111111111, 2.50], "deep": {"x": "caf\\u00e9 a@b.com\\n"}, "t": true }');
    expect(compile({}).run([{ payload }]).ports['default']![0]!['payload']).toMatchObject({
      text: '{ "a@b.com": "[EMAIL]", "n": ["[CARD]", 2.50], "deep": {"x": "café [EMAIL]\\n"}, "t": true }',
    });
  });

  it('lists of texts', () => {
    expect(run({}, { to: new List('string', ['a@b.com', 'x']) })).toEqual([{ to: ['[EMAIL]', 'x'], redactions: { email: 1 } }]);
  });

  it('only the named fields, paths into json, numbers when named', () => {
    const event = {
      a: 'a@b.com',
      b: 'a@b.com',
      n: 4111111111111111,
      payload: json('{"user":{"mail":"a@b.com","x":"a@b.com"},"mail":"a@b.com"}'),
    };
    expect(run({ fields: ['a', 'n', 'payload.user.mail'] }, event)).toEqual([
      {
        a: '[EMAIL]',
        b: 'a@b.com',
        n: '[CARD]',
        payload: { user: { mail: '[EMAIL]', x: 'a@b.com' }, mail: 'a@b.com' },
        redactions: { email: 2, card: 1 },
      },
    ]);
    expect(
      run({ fields: ['payload.user.mail'] }, { 'payload.user.mail': 'a@b.com', payload: json('{"user":{"mail":"a@b.com"}}') }),
    ).toEqual([{ 'payload.user.mail': '[EMAIL]', payload: { user: { mail: 'a@b.com' } }, redactions: { email: 1 } }]);
  });

  it('fields and members named like passwords are replaced whole', () => {
    expect(
      run(
        { detectors: ['password'] },
        { db_password: 'two words', compass: 'north', payload: json('{"apiKey":"x","pin":1,"clave":1234,"pass":{"a":"b"}}') },
      ),
    ).toEqual([
      {
        db_password: '[PASSWORD]',
        compass: 'north',
        payload: { apiKey: '[PASSWORD]', pin: 1, clave: '[PASSWORD]', pass: { a: 'b' } },
        redactions: { password: 3 },
      },
    ]);
  });

  it('own detectors: characters beyond ASCII before them, check digits, after the built-in ones', () => {
    const ownDetectors = [
      { name: 'customer', regex: 'C-\\d+' },
      { name: 'badge', regex: '\\d{4}', check: 'luhn' },
      { name: 'mailbox', regex: 'a@b\\.com' },
    ];
    expect(run({ ownDetectors }, { msg: 'ñandú 😀 C-12 C-3 0018 0019 a@b.com' })).toEqual([
      { msg: 'ñandú 😀 [CUSTOMER] [CUSTOMER] [BADGE] 0019 [EMAIL]', redactions: { email: 1, customer: 2, badge: 1 } },
    ]);
  });

  it('own port for events with findings', () => {
    const result = compile({ routeFound: true }).run([{ m: 'a@b.com' }, { m: 'x' }]);
    expect(plain(result.ports['found'])).toEqual([{ m: '[EMAIL]', redactions: { email: 1 } }]);
    expect(result.ports['default']).toEqual([{ m: 'x' }]);
  });

  it('what the form refuses', () => {
    for (const config of [
      { detectors: [] },
      { ownDetectors: [{ name: 'Email', regex: 'x' }] },
      { ownDetectors: [{ name: 'a', regex: '(?=x)' }] },
      { fields: ['a[0]'] },
      { fields: ['_id'] },
      { fields: ['a', 'a'] },
      { mode: 'burn' },
      { report: '_x' },
    ])
      expect(() => compile(config), JSON.stringify(config)).toThrow('refused');
  });

  it('any json stays json, with the same keys and everything but strings and numbers as it was', () => {
    const step = compile({ mode: 'remove', detectors: ['email', 'ipv4', 'phone', 'password'] });
    const leaf = fc.oneof(
      fc.constantFrom('a@b.com', '10.0.0.1', 'x', '612345678', 'é"\\\u0000'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a@b.com', 'k', 'password', 'é"'), tie('node')),
      ),
    })).node;
    const shape = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shape)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shape(member)]))
          : typeof value === 'boolean' || value === null
            ? value
            : 'leaf';
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 5 }), fc.nat(2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const out = step.run([{ payload: Json.fromText(text, parseCheckedJson) }]).ports['default']![0]!['payload'] as Json;
        expect(shape(JSON.parse(out.text))).toEqual(shape(value));
        expect(out.text).not.toMatch(/[:,[]\s*"a@b\.com"[,}\]\s]/);
      }),
    );
  });
});
