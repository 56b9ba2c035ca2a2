import { signed, assertionIn, replaced, type Hostile, type Lab } from './lab.ts';

/** Documents that two parsers would read differently, or that cost more than they should. */
export function malformed(lab: Lab): Hostile[] {
  const one = signed(lab);
  const { nameId } = lab.answer;
  const named = (name: string) => replaced(one, `>${nameId}<`, `>${name}<`);
  const doctype = (inside: string) => `<!DOCTYPE r [${inside}]>${one}`;
  const laughs = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('');
  const duplicate = (xml: string) => replaced(xml, '<samlp:Status>', `<samlp:Status ID="${lab.answer.assertionId}">`);
  return [
    { name: 'a DOCTYPE', xml: doctype(''), reason: 'xml' },
    {
      name: 'an external entity of a file',
      xml: replaced(doctype('<!ENTITY x SYSTEM "file:///etc/passwd">'), `>${nameId}<`, '>&x;<'),
      reason: 'xml',
    },
    { name: 'an external entity of an address', xml: doctype('<!ENTITY % x SYSTEM "http://127.0.0.1:1/x"> %x;'), reason: 'xml' },
    { name: 'billion laughs', xml: replaced(doctype(`<!ENTITY l0 "ha">${laughs}`), `>${nameId}<`, '>&l9;<'), reason: 'xml' },
    { name: 'an entity nobody declared', xml: named('&owner;'), reason: 'xml' },
    { name: 'a character that XML does not have, as a reference', xml: named(`${nameId}&#0;`), reason: 'xml' },
    { name: 'a comment that cuts the name (CVE-2018-0489)', xml: named(`owner@example.com<!---->.${nameId}`), reason: 'xml' },
    { name: 'a comment in the audience', xml: replaced(one, '</saml:Audience>', '<!--x--></saml:Audience>'), reason: 'xml' },
    { name: 'a CDATA section in the name', xml: named(`<![CDATA[owner@example.com]]>`), reason: 'xml' },
    { name: 'a processing instruction in the name', xml: named(`owner@example.com<?x?>${nameId}`), reason: 'xml' },
    { name: 'a comment before the root', xml: `<!-- x -->${one}`, reason: 'xml' },
    { name: 'two roots', xml: one + one, reason: 'xml' },
    { name: 'text behind the root', xml: `${one}owner@example.com`, reason: 'xml' },
    { name: 'an end tag of another element', xml: replaced(one, '</saml:NameID>', '</saml:Subject>'), reason: 'xml' },
    { name: 'an end that is missing', xml: one.slice(0, -20), reason: 'xml' },
    { name: 'an attribute twice', xml: replaced(one, ' Version="2.0"', ' Version="2.0" Version="2.0"'), reason: 'xml' },
    { name: 'an attribute without quotes', xml: replaced(one, 'Version="2.0"', 'Version=2.0'), reason: 'xml' },
    { name: 'another encoding announced', xml: `<?xml version="1.0" encoding="utf-7"?>${one}`, reason: 'xml' },
    { name: 'XML 1.1', xml: `<?xml version="1.1"?>${one}`, reason: 'xml' },
    { name: 'an unknown prefix', xml: replaced(one, '<samlp:Status>', '<samlp:Status evil:x="1">'), reason: 'xml' },
    { name: 'an element of no namespace', xml: replaced(one, '<samlp:Status>', '<evil/><samlp:Status>'), reason: 'xml' },
    { name: 'the same id twice', xml: duplicate(one), reason: 'identifiers' },
    { name: 'the same id twice, in another spelling', xml: duplicate(one).replace('Status ID=', 'Status Id='), reason: 'identifiers' },
    { name: 'an id of XML itself', xml: replaced(one, '<samlp:Status>', '<samlp:Status xml:id="_x">'), reason: 'identifiers' },
    {
      name: 'an id with quotes for an XPath',
      xml: replaced(one, '<samlp:Status>', `<samlp:Status ID="a' or '1'='1">`),
      reason: 'identifiers',
    },
    {
      name: 'nesting without end',
      xml: replaced(
        one,
        '<samlp:Status>',
        `<samlp:Extensions>${'<saml:a>'.repeat(4000)}${'</saml:a>'.repeat(4000)}</samlp:Extensions><samlp:Status>`,
      ),
      reason: 'size',
    },
    {
      name: 'thousands of elements',
      xml: replaced(one, '<samlp:Status>', `<samlp:Extensions>${'<saml:a/>'.repeat(4000)}</samlp:Extensions><samlp:Status>`),
      reason: 'size',
    },
    { name: 'more than 256 KiB', xml: one + ' '.repeat(256 * 1024), reason: 'size' },
    {
      name: 'an encrypted assertion',
      xml: replaced(one, assertionIn(one), '<saml:EncryptedAssertion><saml:x/></saml:EncryptedAssertion>'),
      reason: 'encrypted',
    },
    {
      name: 'an encrypted assertion of nothing beside the signed one',
      xml: replaced(one, '</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>'),
      reason: 'encrypted',
    },
    { name: 'nothing', xml: '', reason: 'encoding' },
    { name: 'no XML', xml: 'owner@example.com', reason: 'xml' },
  ];
}
