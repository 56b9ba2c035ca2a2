import fc from 'fast-check';
import { value, word } from './bulk-texts.ts';

const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> => fc.tuple(...parts).map((all) => all.join(''));
const text = fc.constant.bind(fc) as (own: string) => fc.Arbitrary<string>;
const oneOf = (...all: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...all);
const two = fc.oneof({ arbitrary: fc.integer({ min: 0, max: 62 }).map((n) => String(n).padStart(2, '0')), weight: 8 }, oneOf('7', '', '٣'));
const year = oneOf('1970', '1971', '1999', '2023', '2024', '2260', '2262', '0000', '24');
const month = oneOf('Jan', 'feb', 'MAR', 'May', 'Sept', 'September', 'Dec', 'ene', 'Agosto', 'mié', 'Ju', 'x');
const zone = oneOf('Z', 'z', '+0200', '-0330', '+05:30', '+05', '-24:00', '+2500', '+0', ' UTC', 'GMT', 'CET', 'utcx', '');
const decimals = oneOf('', '.5', ',123456789012', '.', '.000000001', '.12');
const ip = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  oneOf('1.2.3.256', '01.2.3.4', '1.2.3.4.5', '1.2.3', '::', '::1', '1::', 'fe80::1', '2001:db8::1', '2001:DB8::1', '::ffff:1.2.3.4'),
  oneOf(
    '::ffff:102:304',
    '1:0:0:2:0:0:0:3',
    '1:0:0:2::3',
    '1::2:0:0:3:4:5',
    '1:2:3:4:5:6:7:8',
    '1:0:3:4:5:6:7:8',
    '1::3:4:5:6:7:8',
    '1:2:',
  ),
  fc
    .tuple(fc.array(oneOf('0', '0', '1', 'ab', '00', 'ffff'), { maxLength: 8 }), fc.nat({ max: 8 }))
    .map(([groups, gap]) => groups.slice(0, gap).join(':') + (groups.length < 8 ? '::' : gap > 0 ? ':' : '') + groups.slice(gap).join(':')),
);

/** Patterns of the parse language and texts that nearly fit them. */
export const patterns: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['{a} {n:int} {b}', fc.tuple(word, word, word).map((parts) => parts.join(' '))],
  [
    '{a} {} {u} [{t}] "{v} {p} {}" {s:int} {n:float} "{}" "{g}"',
    fc.tuple(word, word, word, word, word).map(([a, t, p, s, g]) => `${a} - u [${t}] "GET ${p} HTTP/1.1" ${s} 1.5 "-" "${g}"`),
  ],
  [
    '{w:word}<space>{q:quoted}<space>{f:float}',
    fc
      .tuple(value, fc.constantFrom(' ', '\t ', ''), value, fc.constantFrom('1', '-0', '1.', '.5', '1e5', '1.50', ''))
      .map(([a, s, q, f]) => `${a}${s}${q} ${f}`),
  ],
  ['{a}<while(value=", ")>{b}|<until("=")>{c}', fc.tuple(word, word, word).map(([a, b, c]) => `${a}, , ${b}|x=${c}`)],
  ['<until(value="ñ", include=false)>{a}', fc.tuple(word, word).map(([a, b]) => `${a}ñ${b}`)],
  ['{a} <any>', word],
  ['{i:ip} {j:ip(version=4)};{k:ip(version=6)}', joined(ip, text(' '), ip, text(';'), ip)],
  ['<either({i:ip}|{h:word})> {rest}', joined(fc.oneof(ip, word), oneOf(' ', ' ', ''), word)],
  [
    '{t:timestamp} {b}',
    joined(
      year,
      text('-'),
      two,
      text('-'),
      two,
      oneOf('T', ' ', 't', ''),
      two,
      text(':'),
      two,
      text(':'),
      two,
      decimals,
      zone,
      oneOf(' b', 'b'),
    ),
  ],
  [
    '[{t:timestamp("%d/%b/%Y:%H:%M:%S %z")}]{b}',
    joined(
      text('['),
      two,
      text('/'),
      month,
      text('/'),
      year,
      text(':'),
      two,
      text(':'),
      two,
      text(':'),
      two,
      oneOf(' ', ''),
      zone,
      oneOf(']', ' ]'),
    ),
  ],
  [
    '{t:timestamp("%a, %e %B %y %I:%M%p %Z")}',
    joined(
      oneOf('Mon', 'lunes', 'sáb', 'x'),
      text(', '),
      oneOf(' 7', '17', '7', '31', ''),
      text(' '),
      month,
      text(' '),
      two,
      text(' '),
      oneOf('0', '1', '12', '13', '07'),
      text(':'),
      two,
      oneOf('AM', 'pm', 'p.m.', 'a', ''),
      text(' '),
      zone,
    ),
  ],
  [
    '{t:timestamp("%m-%d-%Y %H:%M:%S.%L", tz="CET", locale=en)};{u:timestamp("2006/01/02 15:04:05.999999999 -07:00")}',
    joined(
      two,
      text('-'),
      two,
      text('-'),
      year,
      text(' '),
      two,
      text(':'),
      two,
      text(':'),
      two,
      decimals,
      text(';'),
      year,
      text('/'),
      two,
      text('/'),
      two,
      text(' '),
      two,
      text(':'),
      two,
      text(':'),
      two,
      decimals,
      text(' '),
      zone,
    ),
  ],
  ['{t:timestamp("%Y-%m-%d %H:%M:%S", tz="Europe/Madrid")}', joined(year, text('-'), two, text('-'), two, text(' 10:00:00'))],
  [
    '<either({a:int} x|{a} y|{b:float(null="-")} <optional({c:bool};)>z{d})>',
    joined(fc.oneof(word, oneOf('-', '-1', '12', '1e5')), text(' '), oneOf('x', 'y', 'z', 'true;z', 'no ;z', 'maybe;z', 'ON'), word),
  ],
  ['<optional(\\<{pri:int}\\>)>{msg}', joined(oneOf('<34>', '<x>', '<034>', ''), word)],
  [
    '{p}<optional(?{q})> <optional({a}<newline>)>{n:int(null="nil")}<optional( {rest})>',
    joined(
      word,
      oneOf('?', ''),
      word,
      text(' '),
      oneOf('', 'x\n', 'y\r\n', 'z\r'),
      oneOf('7', 'nil', 'nil7', '07', '-'),
      oneOf('', ' more', ' '),
    ),
  ],
  [
    '<either(<optional({a:int},)>{b:int};|{a},<either({b}=|{c}/|{b}:)>)>{d}',
    joined(word, oneOf(',', ';', ''), word, oneOf('=', '/', ':', ';'), word),
  ],
  [
    '{a(length=2)}{b:word(chars="abc.")}<skip(1)>{c(trim=true,null="-")}<while(chars="ab",min=1,max=2)>{d(null="")}',
    joined(value, oneOf('abc', '.', 'ñ', ''), value, oneOf('a', 'ab', 'bb', 'c'), word),
  ],
  [
    '{b:bool(true=["y","ok"],false="n")}|{c:bool}',
    joined(oneOf('Y', ' ok', 'N', 'n\u00a0', 'K', ''), text('|'), oneOf('TRUE', 'off ', '1', 'x', 'on\u2003')),
  ],
];

/** Patterns whose fields get another type, and texts that nearly fit. */
export const typedPattern = '{n} {f};{t}|{u}|{w:int}';
export const typedOutputs = [
  { name: 'n', type: 'integer', rename: 'm' },
  { name: 'f', type: 'float' },
  { name: 't', type: 'timestamp', timeFormat: '%Y-%m-%d' },
  { name: 'u', type: 'timestamp' },
  { name: 'w', type: 'integer' },
];
export const typedTexts = joined(
  fc.oneof(word, oneOf('7', ' 7', '-0', '12345678901234567890')),
  text(' '),
  oneOf('1.5', '007', '1e5', '2', 'x'),
  text(';'),
  joined(year, text('-'), two, text('-'), two, oneOf('', '', ' ')),
  text('|'),
  oneOf('2024-05-17T14:30:00Z', '2024-05-17 14:30:00,5+02:00', '2024-05-17', ' 2024-05-17T14:30:00Z'),
  oneOf('|1', '|-', '|07'),
);
