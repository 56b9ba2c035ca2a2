import { assertionXml, responseXml } from '../test-documents.ts';
import { ns } from '../saml-names.ts';
import { signed, signedResponse, assertionIn, signatureIn, replaced, type Hostile, type Lab } from './lab.ts';

/** Signature wrapping after Somorovsky et al., "On Breaking SAML" (2012): XSW1 to XSW8, and more places to hide in. */
export function wrapped(lab: Lab): Hostile[] {
  const evilAnswer = { ...lab.answer, nameId: 'owner@example.com', assertionId: '_evil', responseId: '_evil-response' };
  const evil = assertionXml(evilAnswer);
  const one = signed(lab);
  const [assertion, signature] = [assertionIn(one), signatureIn(one)];
  const bare = assertion.replace(signature, '');
  const whole = signedResponse(lab);
  const wholeSignature = signatureIn(whole);
  const bareResponse = whole.replace(wholeSignature, '');
  const around = (inside: string) => responseXml({ ...lab.answer, responseId: '_around' }, inside);
  const into = (evilText: string, inside: string) => evilText.replace('</saml:Issuer>', `</saml:Issuer>${inside}`);
  const evilResponse = (inside: string) => into(responseXml(evilAnswer, evil), inside);
  const inSignature = (what: string, text: string) => text.replace('</ds:Signature>', `${what}</ds:Signature>`);
  const object = (what: string) => `<ds:Object>${what}</ds:Object>`;
  return [
    {
      name: 'XSW1: the signed response inside the signature of a forged one',
      xml: evilResponse(inSignature(bareResponse, wholeSignature)),
    },
    { name: 'XSW2: the signed response beside its signature in a forged one', xml: evilResponse(bareResponse + wholeSignature) },
    { name: 'XSW3: a forged assertion before the signed one', xml: around(evil + assertion) },
    { name: 'XSW3 reversed: a forged assertion behind the signed one', xml: around(assertion + evil) },
    {
      name: 'XSW4: the signed assertion inside a forged one',
      xml: around(evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    },
    { name: 'XSW5: the signature in a forged assertion, the signed one behind', xml: around(into(evil, signature) + bare) },
    { name: 'XSW6: the signed assertion inside the signature of a forged one', xml: around(into(evil, inSignature(bare, signature))) },
    {
      name: 'XSW7: a forged assertion in the extensions',
      xml: replaced(one, '</saml:Issuer><samlp:Status>', `</saml:Issuer><samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`),
    },
    {
      name: 'XSW8: the signed assertion in an object of the forged signature',
      xml: around(into(evil, inSignature(object(bare), signature))),
    },
    { name: 'a forged assertion in an object of the right signature', xml: inSignature(object(evil), one) },
    { name: 'a forged assertion in the key of the right signature', xml: replaced(one, '</ds:KeyInfo>', `${evil}</ds:KeyInfo>`) },
    {
      name: 'a forged assertion as advice',
      xml: replaced(one, '<saml:AuthnStatement', `<saml:Advice>${evil}</saml:Advice><saml:AuthnStatement`),
    },
    { name: 'a forged assertion under another namespace', xml: around(evil.replaceAll(ns.assertion, 'urn:other') + assertion) },
    { name: 'a response within a response', xml: around(whole) },
    { name: 'the signed assertion alone, without a response', xml: assertion },
    { name: 'the assertion wrapped once more', xml: around(`<saml:Evidence>${assertion}</saml:Evidence>`) },
    { name: 'two signed assertions', xml: around(assertion + assertionIn(signed(lab, { assertionId: '_second' }))) },
    { name: 'a signature that stands beside the assertion', xml: around(`${signature}${bare}`) },
    { name: 'two signatures of one assertion', xml: replaced(one, signature, signature + signature) },
  ].map((each) => ({ ...each, reason: 'structure' }));
}
