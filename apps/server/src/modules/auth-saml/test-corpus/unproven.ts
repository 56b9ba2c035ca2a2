import { assertionXml, responseXml, signElement } from '../test-documents.ts';
import { signed, signedResponse, signedBoth, pick, assertionIn, signatureIn, replaced, type Hostile, type Lab } from './lab.ts';

export function unproven(lab: Lab): Hostile[] {
  const { answer, strange } = lab;
  const plain = responseXml(answer, assertionXml(answer));
  const one = signed(lab);
  const both = signedBoth(lab);
  const value = (xml: string) => pick(xml, /<ds:SignatureValue>.*?<\/ds:SignatureValue>/s);
  return [
    { name: 'no signature at all', xml: plain, reason: 'signature' },
    { name: 'a signature taken away', xml: both.replace(signatureIn(assertionIn(both)), ''), reason: 'signature' },
    { name: 'signed by another key', xml: signElement(plain, 'Assertion', strange), reason: 'signature' },
    { name: 'signed by another key that comes along in KeyInfo', xml: signElement(plain, 'Response', strange), reason: 'signature' },
    { name: 'a right assertion in a response of another key', xml: signElement(one, 'Response', strange), reason: 'signature' },
    {
      name: 'an assertion of another key in a right response',
      xml: signElement(signElement(plain, 'Assertion', strange), 'Response', lab.key),
      reason: 'signature',
    },
    { name: 'another name after signing', xml: replaced(one, answer.nameId, 'owner@example.com'), reason: 'signature' },
    {
      name: 'one letter of the name removed (CVE-2025-54419)',
      xml: replaced(one, answer.nameId, answer.nameId.slice(1)),
      reason: 'signature',
    },
    {
      name: 'an attribute added after signing',
      xml: replaced(
        one,
        '<saml:AttributeStatement>',
        '<saml:AttributeStatement><saml:Attribute Name="role"><saml:AttributeValue>owner</saml:AttributeValue></saml:Attribute>',
      ),
      reason: 'signature',
    },
    {
      name: 'another id on the signed response',
      xml: replaced(signedResponse(lab), 'InResponseTo="', 'Consent="urn:x" InResponseTo="'),
      reason: 'signature',
    },
    {
      name: 'a digest of zeros',
      xml: replaced(
        one,
        /<ds:DigestValue>.*?<\/ds:DigestValue>/s,
        `<ds:DigestValue>${Buffer.alloc(32).toString('base64')}</ds:DigestValue>`,
      ),
      reason: 'signature',
    },
    {
      name: 'an empty digest',
      xml: replaced(one, /<ds:DigestValue>.*?<\/ds:DigestValue>/s, '<ds:DigestValue></ds:DigestValue>'),
      reason: 'structure',
    },
    { name: 'an empty signature', xml: replaced(one, value(one), '<ds:SignatureValue></ds:SignatureValue>'), reason: 'structure' },
    {
      name: 'the signature of another document',
      xml: replaced(one, value(one), value(signed(lab, { nameId: 'other@example.com' }))),
      reason: 'signature',
    },
    { name: 'the signature values of both exchanged', xml: exchanged(both), reason: 'signature' },
    {
      name: 'an empty SignedInfo',
      xml: replaced(one, /<ds:SignedInfo>.*?<\/ds:SignedInfo>/s, '<ds:SignedInfo></ds:SignedInfo>'),
      reason: 'structure',
    },
    {
      name: 'a second SignedInfo (CVE-2025-29774)',
      xml: replaced(one, '<ds:SignatureValue>', `${pick(one, /<ds:SignedInfo>.*?<\/ds:SignedInfo>/s)}<ds:SignatureValue>`),
      reason: 'structure',
    },
    {
      name: 'a second reference',
      xml: replaced(one, '</ds:SignedInfo>', `${pick(one, /<ds:Reference.*?<\/ds:Reference>/s)}</ds:SignedInfo>`),
      reason: 'structure',
    },
    { name: 'no reference', xml: replaced(one, /<ds:Reference.*?<\/ds:Reference>/s, ''), reason: 'structure' },
    { name: 'a reference to the whole document', xml: replaced(one, /URI="#[^"]*"/, 'URI=""'), reason: 'structure' },
    { name: 'a reference to a file', xml: replaced(one, /URI="#[^"]*"/, 'URI="file:///etc/passwd"'), reason: 'structure' },
    {
      name: 'a reference with an XPointer',
      xml: replaced(one, /URI="#[^"]*"/, `URI="#xpointer(id('${answer.assertionId}'))"`),
      reason: 'structure',
    },
    {
      name: 'a comment in the digest (CVE-2025-29775)',
      xml: replaced(one, '<ds:DigestValue>', '<ds:DigestValue><!--AAAA-->'),
      reason: 'xml',
    },
  ];
}

function exchanged(xml: string): string {
  const values = [...xml.matchAll(/<ds:SignatureValue>(.*?)<\/ds:SignatureValue>/gs)].map((match) => match[1]!);
  let index = values.length;
  return xml.replace(
    /<ds:SignatureValue>.*?<\/ds:SignatureValue>/gs,
    () => `<ds:SignatureValue>${values[(index -= 1)]}</ds:SignatureValue>`,
  );
}
