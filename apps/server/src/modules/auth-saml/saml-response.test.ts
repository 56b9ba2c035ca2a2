import { isAppError } from '@acequia/base';
import { describe, expect, test } from 'vitest';
import type { Expected } from './assertion-claims.ts';
import { verifyResponse } from './saml-response.ts';
import { ns } from './saml-names.ts';
import { hostileDocuments, signed, signedResponse } from './test-corpus/index.ts';
import { answerEndsAt, expected, lab, now } from './test-lab.ts';
import { encode, signElement, type SigningOptions } from './test-documents.ts';
import { createProviderKey } from './test-provider-key.ts';

const { key } = lab;
const next = createProviderKey(now);
const verify = (xml: string, certificates = [key.certificate], change: Partial<Expected> = {}) =>
  verifyResponse(encode(xml), certificates, { ...expected, ...change });

/** The reason a document is refused for. */
function reasonOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.internal?.split(',')[0] ?? '';
  }
  return 'accepted';
}

const corpus = hostileDocuments(lab);

test('the corpus is a corpus', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(120);
  expect(new Set(corpus.map(({ xml }) => xml)).size).toBe(corpus.length);
});

describe('does not believe', () => {
  test.each(corpus)('$name', ({ xml, reason }) => {
    expect(reasonOf(() => verify(xml))).toBe(reason);
  });

  test('what is no base64, or no UTF-8', () => {
    expect(reasonOf(() => verifyResponse('%%%%', [key.certificate], expected))).toBe('encoding');
    expect(reasonOf(() => verifyResponse(Buffer.of(0x3c, 0xff, 0xfe).toString('base64'), [key.certificate], expected))).toBe('encoding');
  });

  test('anything when no certificate is in force', () => {
    expect(reasonOf(() => verify(signed(lab), []))).toBe('certificate');
  });
});

describe('believes', () => {
  const claims = { assertionId: '_assertion', nameId: 'jonas@example.com', endsAt: answerEndsAt };
  const exclusive: SigningOptions = { form: ns.exclusive };
  const inclusive: SigningOptions = {
    form: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    infoForm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  };
  const valid: readonly (readonly [string, string])[] = [
    ['a signed assertion', signed(lab)],
    ['a signed response', signedResponse(lab)],
    ['both signed', signElement(signed(lab), 'Response', key)],
    ['exclusive canonical form', signed(lab, {}, exclusive)],
    ['inclusive canonical form', signed(lab, {}, inclusive)],
    ['inclusive canonical form of the response', signedResponse(lab, {}, inclusive)],
    ['a list of prefixes', signed(lab, {}, { prefixes: ['saml', 'xs'] })],
    [
      'SHA-512',
      signed(lab, {}, { method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }),
    ],
    ['RSA-PSS', signed(lab, {}, { method: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' })],
    [
      'an XML declaration and line breaks',
      `<?xml version="1.0" encoding="UTF-8"?>\n${signed(lab).replace('<samlp:Status>', '\n  <samlp:Status>')}\n`,
    ],
    ['a key in KeyInfo that is not looked at', signed(lab, {}, { keyInfo: '<ds:KeyName>any</ds:KeyName>' })],
    ['no key at all', signed(lab).replace(/<ds:KeyInfo>.*?<\/ds:KeyInfo>/s, '')],
    ['the issuer of the assertion alone', signed(lab).replace(/<saml:Issuer>.*?<\/saml:Issuer>(?=<samlp:Status>)/, '')],
  ];

  test.each(valid)('%s', (_name, xml) => {
    expect(verify(xml)).toMatchObject(claims);
  });

  test('any of several certificates, while a provider changes its key', () => {
    const certificates = [key.certificate, next.certificate];
    expect(verify(signed({ ...lab, key: next }), certificates)).toMatchObject(claims);
    expect(verify(signElement(signed(lab), 'Response', next), certificates)).toMatchObject(claims);
  });

  test('a clock that differs by less than a minute', () => {
    expect(verify(signed(lab), undefined, { now: now - 59_000 })).toMatchObject(claims);
    expect(verify(signed(lab), undefined, { now: now + 359_000 })).toMatchObject(claims);
    expect(reasonOf(() => verify(signed(lab), undefined, { now: now + 360_000 }))).toBe('time');
  });

  test('names as they are written: references, accents, and the attributes beside them', () => {
    const xml = signed(lab, {
      nameId: 'A&amp;B&#241;ez',
      attributes: { 'urn:oid:2.5.4.4': ' Núñez ' },
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    });
    const found = verify(xml, undefined, { nameIdFormat: 'persistent' });
    expect(found.nameId).toBe('A&Bñez');
    expect(found.attributes.get('urn:oid:2.5.4.4')).toBe('Núñez');
  });

  test('any lasting name when none is asked for', () => {
    for (const format of ['2.0:nameid-format:persistent', '1.1:nameid-format:unspecified', '1.1:nameid-format:emailAddress'])
      expect(
        verify(signed(lab, { nameIdFormat: `urn:oasis:names:tc:SAML:${format}` }), undefined, { nameIdFormat: 'unspecified' }),
      ).toMatchObject(claims);
  });
});
