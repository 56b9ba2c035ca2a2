import { describe, expect, test } from 'vitest';
import {
  enteredOf,
  missingIn,
  refusedKey,
  savedOf,
  stateOf,
  withCertificate,
  withoutCertificate,
  type SamlConfig,
} from './saml-entered.ts';

const day = 86_400_000;
const facts = { subject: 'CN=idp', fingerprint: 'AB:CD', startsAt: 0, endsAt: 100 * day };
const empty: SamlConfig = {
  id: null,
  idpEntityId: '',
  ssoUrl: '',
  x509Certificates: [],
  certificates: [],
  nameIdFormat: 'persistent',
  enabled: false,
  callbackURL: '',
  spAcsUrl: '',
  spEntityId: '',
  homeURL: '',
  slug: 'vega',
};
const kept = {
  ...empty,
  id: '1',
  idpEntityId: 'urn:idp',
  ssoUrl: 'https://idp',
  x509Certificates: ['one', 'two'],
  certificates: [facts, facts],
};

test('asks for entity id, address and the first certificate, and for nothing else', () => {
  expect(missingIn(enteredOf(empty))).toEqual({ idpEntityId: true, ssoUrl: true, certificate: true });
  expect(missingIn({ ...enteredOf(empty), idpEntityId: ' ', ssoUrl: ' ' })).toEqual({ idpEntityId: true, ssoUrl: true, certificate: true });
  expect(missingIn(enteredOf(kept))).toEqual({ idpEntityId: false, ssoUrl: false, certificate: false });
});

describe('certificates', () => {
  test('are added behind, and the last one taken away leaves a place for another', () => {
    const more = withCertificate(enteredOf(kept));
    expect(more.certificates.map(({ key }) => key)).toEqual([0, 1, 2]);
    const none = [0, 1, 2].reduce(withoutCertificate, more);
    expect(none.certificates).toEqual([{ key: 0, text: '', facts: undefined }]);
  });

  test('are saved without the empty places, and a refusal finds its own', () => {
    const entered = withCertificate(withoutCertificate(withCertificate(enteredOf(kept)), 0));
    const filled = {
      ...entered,
      certificates: entered.certificates.map((entry) => (entry.key === 3 ? { ...entry, text: ' three ' } : entry)),
    };
    expect(savedOf(filled, true)).toEqual({
      idpEntityId: 'urn:idp',
      ssoUrl: 'https://idp',
      nameIdFormat: 'persistent',
      x509Certificates: ['two', 'three'],
      enabled: true,
    });
    expect([refusedKey(filled, 1), refusedKey(filled, 2), refusedKey(filled, undefined)]).toEqual([3, undefined, undefined]);
  });

  test('say whether they hold', () => {
    expect(stateOf(facts, 0)).toBe('valid');
    expect(stateOf(facts, 71 * day)).toBe('soon');
    expect(stateOf(facts, 100 * day)).toBe('expired');
    expect(stateOf(facts, -1)).toBe('early');
  });
});
