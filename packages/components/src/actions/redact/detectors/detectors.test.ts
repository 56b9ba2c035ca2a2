import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectorIds, type DetectorId } from '../detector-ids.ts';
import { Findings, Scanner } from '../scanner.ts';
import { detectors } from './registry.ts';

/** What a detector finds in a text, as texts. */
function found(id: DetectorId, text: string): string[] {
  const bytes = Buffer.from(text);
  const findings = new Findings();
  new Scanner([detectors[id]]).scan(bytes, 0, bytes.length, findings);
  findings.settle();
  return Array.from({ length: findings.count }, (_, i) => bytes.toString('utf8', findings.starts[i], findings.ends[i]));
}

const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const nameLine = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const numberLine = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';

/** Texts and what is found in them; nothing listed = nothing found. */
const corpus: Readonly<Record<DetectorId, readonly (readonly [text: string, ...found: string[]])[]>> = {
  email: [
    ['a@b.com', 'a@b.com'],
    ['mail <ana.garcia+news@mail.example.co.uk>, bye', 'ana.garcia+news@mail.example.co.uk'],
    ['write to ana@example.com.', 'ana@example.com'],
    ['user=ana@example.com;b_c@d-e.es', 'ana@example.com', 'b_c@d-e.es'],
    ['peña@españa.es', 'peña@españa.es'],
    ['—ana@example.com—', 'ana@example.com'],
    ['a@b.com@c.org', 'b.com@c.org'],
    ['x@xn--espaa-rta.xn--p1ai', 'x@xn--espaa-rta.xn--p1ai'],
    ['a@b'],
    ['@ana'],
    ['a@1.2.3.4'],
    ['a@@b.com'],
    ['ana@.com'],
    ['node@18.2 started'],
  ],
  phone: [
    ['+34 612 34 56 78', '+34 612 34 56 78'],
    ['tel:+14155552671', '+14155552671'],
    ['0034612345678', '0034612345678'],
    ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
    ['612345678 or 91 123 45 67', '612345678', '91 123 45 67'],
    ['912 345 678', '912 345 678'],
    ['(212) 555-0143', '(212) 555-0143'],
    ['212-555-0143, 212.555.0143', '212-555-0143', '212.555.0143'],
    ['1 212 555 0143', '1 212 555 0143'],
    ['2125550143'],
    ['512345678'],
    ['6123456789'],
    ['12:00:00.612345678Z'],
    ['id612345678'],
    ['v=1.612345678'],
    ['+1234'],
    ['1234-212-555-0143'],
  ],
  card: [
    ['4111 1111 1111 1111', '4111 1111 1111 1111'],
    ['pan=4111111111111111;', '4111111111111111'],
    ['5500-0000-0000-0004', '5500-0000-0000-0004'],
    ['378282246310005', '378282246310005'],
    ['3782 822463 10005', '3782 822463 10005'],
    ['6011000990139424', '6011000990139424'],
    ['4222222222222', '4222222222222'],
    ['4111 1111 1111 1111 123', '4111 1111 1111 1111'],
    ['12 4111 1111 1111 1111', '4111 1111 1111 1111'],
    ['4111 1111 1111 1112'],
    ['41111111111111111'],
    ['1716000000000000'],
    ['0000000000000000'],
    ['4111 1111-1111 1111'],
    ['x4111111111111111'],
    ['0.4111111111111111'],
  ],
  iban: [
    ['ES9121000418450200051332', 'ES9121000418450200051332'],
    ['to ES91 2100 0418 4502 0005 1332.', 'ES91 2100 0418 4502 0005 1332'],
    ['GB82WEST12345698765432', 'GB82WEST12345698765432'],
    ['de89370400440532013000', 'de89370400440532013000'],
    ['ES9121000418450200051333'],
    ['ES91210004184502000513321'],
    ['ZZ9121000418450200051332'],
    ['ES91  21000418450200051332'],
  ],
  ipv4: [
    ['from 10.0.0.1 to 8.8.8.8.', '10.0.0.1', '8.8.8.8'],
    ['10.0.0.1:514', '10.0.0.1'],
    ['10.0.0.0/8', '10.0.0.0'],
    ['1.2.3.4.5'],
    ['256.1.1.1'],
    ['v1.2.3.4'],
    ['1.2.3'],
    ['1.2.3.4a'],
    ['1.2.3.4567'],
  ],
  ipv6: [
    ['2001:db8::1', '2001:db8::1'],
    ['[fe80::1ff:fe23:4567:890a]:443', 'fe80::1ff:fe23:4567:890a'],
    ['::1', '::1'],
    ['::ffff:192.0.2.128', '::ffff:192.0.2.128'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['2001:DB8:0:0:8:800:200C:417A,', '2001:DB8:0:0:8:800:200C:417A'],
    ['fe80::'],
    ['12:34:56'],
    ['std::vector'],
    ['a::b::c'],
    ['00:11:22:33:44:55'],
    ['1:2:3:4:5:6:7:8:9'],
    ['::'],
  ],
  mac: [
    ['aa:bb:cc:00:11:22', 'aa:bb:cc:00:11:22'],
    ['AA-BB-CC-00-11-22 up', 'AA-BB-CC-00-11-22'],
    ['aabb.cc00.1122', 'aabb.cc00.1122'],
    ['aa:bb:cc:00:11'],
    ['aa:bb:cc:00:11:22:33'],
    ['aa:bb:cc-00:11:22'],
    ['192.1680.0001.12'],
  ],
  dni: [
    ['12345678Z', '12345678Z'],
    ['dni: 12345678-z,', '12345678-z'],
    ['12.345.678-Z', '12.345.678-Z'],
    ['12345678A'],
    ['112345678Z'],
    ['12345678ZA'],
  ],
  nie: [['X1234567L', 'X1234567L'], ['y-1234567-x', 'y-1234567-x'], ['X1234567A'], ['AX1234567L']],
  cif: [
    ['A58818501', 'A58818501'],
    ['B-58818501', 'B-58818501'],
    ['A5881850A'],
    ['Q2826000H', 'Q2826000H'],
    ['P2807900B', 'P2807900B'],
    ['A58818502'],
  ],
  ssn: [
    ['123-45-6789', '123-45-6789'],
    ['ssn 123 45 6789.', '123 45 6789'],
    ['000-12-3456'],
    ['666-12-3456'],
    ['900-12-3456'],
    ['123-00-6789'],
    ['123-45-0000'],
    ['1-123-45-6789'],
    ['123-45-67890'],
  ],
  nino: [['AB123456C', 'AB123456C'], ['AB 12 34 56 C', 'AB 12 34 56 C'], ['DA123456C'], ['GB123456C'], ['AB123456E'], ['XAB123456C']],
  mrz: [
    [`${nameLine}\n${numberLine}`, `${nameLine}\n${numberLine}`],
    [numberLine, numberLine],
    [nameLine, nameLine],
    [numberLine.replace('10', '10<')],
    [numberLine.replace('7408122', '7408123')],
    ['a << b << c'],
  ],
  coordinates: [
    ['at 40.4168, -3.7038.', '40.4168, -3.7038'],
    ['-33.868820,151.209290', '-33.868820,151.209290'],
    ['90.0000;180.0000', '90.0000;180.0000'],
    ['91.0000,3.0000'],
    ['90.0001,3.0000'],
    ['40.41, -3.70'],
    ['1.5, 2.5'],
  ],
  jwt: [
    [`token ${jwt}.`, jwt],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'],
    ['eyJhbGciOiJub25lIn0'],
    ['eyJhbGciOiJub25lIn0.abc.def'],
  ],
  bearer: [
    ['Authorization: Bearer abcdef123456', 'abcdef123456'],
    ['bearer  a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
    ['bearer of news'],
    ['Bearer: abcdefgh'],
  ],
  'private-key': [
    [`x ${pem} y`, pem],
    ['-----BEGIN PRIVATE KEY-----\nMIIE', '-----BEGIN PRIVATE KEY-----\nMIIE'],
    [`${pem}\n${pem}`, pem, pem],
    [
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\nx\n-----END PGP PRIVATE KEY BLOCK-----',
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\nx\n-----END PGP PRIVATE KEY BLOCK-----',
    ],
    ['-----BEGIN CERTIFICATE-----\nMIIE'],
    ['BEGIN PRIVATE KEY'],
  ],
  'cloud-key': [
    ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
    ['id=AKIAIOSFODNN7EXAMPL8'],
    ['id=ASIAJEXAMPLEXEG2JICE', 'ASIAJEXAMPLEXEG2JICE'],
    ['AIzaSyA1234567890abcdefghijklmnopqrstuv', 'AIzaSyA1234567890abcdefghijklmnopqrstuv'],
    [`AccountName=a;AccountKey=${'aB3/'.repeat(21)}Zg==;`, `${'aB3/'.repeat(21)}Zg==`],
    ['AKIA short'],
    ['sig=abc'],
  ],
  'service-token': [
    [`ghp_${'aB3'.repeat(12)}`, `ghp_${'aB3'.repeat(12)}`],
    ['glpat-abcdefghij0123456789', 'glpat-abcdefghij0123456789'],
    ['xoxb-123456789012-abcdefABCDEF', 'xoxb-123456789012-abcdefABCDEF'],
    ['123456789:AAabcdefghijABCDEFGHIJ0123456789-_'],
    [`123456789:AA${'aB3'.repeat(11)}`, `123456789:AA${'aB3'.repeat(11)}`],
    ['sk_live_abcdefghijklmnop', 'sk_live_abcdefghijklmnop'],
    ['ghp_short'],
    ['snake_case_name'],
  ],
  'url-password': [
    ['postgres://app:s3cr3t@db:5432/x', 's3cr3t'],
    ['https://user:p%40ss@host/path', 'p%40ss'],
    ['https://user@host'],
    ['a:b@c.com'],
    ['https://host/a:b@c'],
  ],
  password: [
    ['password=hunter2', 'hunter2'],
    ['user=ana&pwd=x1&z=2', 'x1'],
    ['{"apiKey": "ab\\"c", "n": 1}', 'ab\\"c'],
    ['{\\"password\\":\\"x\\"}', 'x'],
    ['Password: hunter2 and', 'hunter2'],
    ['db_password := "a b c"', 'a b c'],
    ["contraseña='ñandú'", 'ñandú'],
    ['CLIENT_SECRET=abc', 'abc'],
    ['bypass=1'],
    ['compass: north'],
    ['password='],
    ['passwords are bad'],
    ['user=ana'],
  ],
  entropy: [
    ['key aB3dE6gH9jK2mN5pQ8sT1vW4', 'aB3dE6gH9jK2mN5pQ8sT1vW4'],
    ['9f86d081884c7d659a2feaa0c55ad015', '9f86d081884c7d659a2feaa0c55ad015'],
    ['internationalization'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaA1'],
    ['1234567890123456789012345678901234567890'],
  ],
};

describe.each(detectorIds)('%s', (id) => {
  test.each(corpus[id])('%s', (text, ...expected) => {
    expect(found(id, text)).toEqual(expected);
  });

  test('inside another text: the same, and nothing beyond the given range is read as part of it', () => {
    for (const [text, ...expected] of corpus[id]) {
      if (expected.length > 0 && !/eyJ|BEGIN/.test(text)) expect(found(id, `é ${text} é`), text).toEqual(expected);
      const bytes = Buffer.from(`zz${text}zz`);
      const findings = new Findings();
      new Scanner([detectors[id]]).scan(bytes, 2, bytes.length - 2, findings);
      findings.settle();
      const there = Array.from({ length: findings.count }, (_, i) => bytes.toString('utf8', findings.starts[i], findings.ends[i]));
      expect(there, text).toEqual(expected);
    }
  });
});

const pieces = fc.constantFrom(
  ...Object.values(corpus).flatMap((lines) => lines.map(([text]) => text)),
  '@',
  ':',
  '::',
  '--',
  '<',
  '.',
  '=',
  'é',
  '1',
  '\n',
);

test('any text: findings lie inside, at whole characters, and do not overlap', () => {
  const scanner = new Scanner(detectorIds.map((id) => detectors[id]));
  const findings = new Findings();
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 12 }), (parts) => {
      const bytes = Buffer.from(parts.join(''));
      findings.clear();
      scanner.scan(bytes, 0, bytes.length, findings);
      findings.settle();
      let end = 0;
      for (let i = 0; i < findings.count; i += 1) {
        expect(findings.starts[i]).toBeGreaterThanOrEqual(end);
        expect(findings.ends[i]).toBeGreaterThan(findings.starts[i]!);
        end = findings.ends[i]!;
        expect(end).toBeLessThanOrEqual(bytes.length);
        for (const border of [findings.starts[i]!, end]) expect((bytes[border] ?? 0) & 0xc0).not.toBe(0x80);
      }
    }),
    { numRuns: 3000 },
  );
});

test('overlaps: the longest, then the first of the list', () => {
  const bytes = Buffer.from('12345678Z');
  const findings = new Findings();
  findings.add(0, 5, 0);
  findings.add(3, 9, 1);
  findings.add(0, 6, 2);
  findings.settle();
  expect([findings.count, findings.kinds[0]]).toEqual([1, 1]);
  expect(bytes.length).toBe(9);
});

test('hostile texts of half a megabyte take no time to speak of', () => {
  const scanner = new Scanner(detectorIds.map((id) => detectors[id]));
  for (const piece of [
    '@',
    'a@',
    'a.',
    '1',
    '1.',
    '1:',
    '::',
    'a:',
    '4111 ',
    '<',
    '-----BEGIN PRIVATE KEY-----',
    'eyJ',
    'eyJhbGciOiJ.',
    'password',
    'Bearer ',
    'ES91 ',
    '+1',
    'a-',
    'xoxa-',
    'SG.',
  ]) {
    const bytes = Buffer.from(piece.repeat(Math.ceil(500_000 / piece.length)));
    const findings = new Findings();
    scanner.scan(bytes, 0, bytes.length, findings);
    findings.settle();
    expect(findings.count, piece).toBeLessThanOrEqual(bytes.length);
  }
});
