import { ns } from '../saml-names.ts';
import { signed, replaced, type Hostile, type Lab } from './lab.ts';

export function weakened(lab: Lab): Hostile[] {
  const one = signed(lab);
  const method = /(?<=<ds:SignatureMethod Algorithm=")[^"]*/;
  const form = /(?<=<ds:CanonicalizationMethod Algorithm=")[^"]*/;
  const transform = (algorithm: string, inside = '') => `<ds:Transform Algorithm="${algorithm}">${inside}</ds:Transform>`;
  const second = '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>';
  const sha1 = { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' };
  return [
    { name: 'signed with SHA-1', xml: signed(lab, {}, sha1), reason: 'algorithm' },
    { name: 'a digest of SHA-1 alone', xml: signed(lab, {}, { digest: sha1.digest }), reason: 'algorithm' },
    { name: 'a signature of SHA-1 alone', xml: signed(lab, {}, { method: sha1.method }), reason: 'algorithm' },
    {
      name: 'HMAC with the certificate as key',
      xml: replaced(one, method, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
      reason: 'algorithm',
    },
    { name: 'an algorithm of nobody', xml: replaced(one, method, 'none'), reason: 'algorithm' },
    { name: 'an algorithm named like a property of objects', xml: replaced(one, method, 'constructor'), reason: 'algorithm' },
    { name: 'MD5', xml: replaced(one, method, 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5'), reason: 'algorithm' },
    {
      name: 'a canonical form with comments',
      xml: replaced(one, form, 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'),
      reason: 'algorithm',
    },
    { name: 'no canonical form', xml: replaced(one, form, ''), reason: 'algorithm' },
    {
      name: 'an XPath transform that leaves nothing',
      xml: replaced(one, second, transform('http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>self::nothing</ds:XPath>')),
      reason: 'transform',
    },
    {
      name: 'an XPath filter as a third transform',
      xml: replaced(one, second, second + transform('http://www.w3.org/2002/06/xmldsig-filter2')),
      reason: 'transform',
    },
    {
      name: 'an XSLT transform',
      xml: replaced(
        one,
        second,
        transform(
          'http://www.w3.org/TR/1999/REC-xslt-19991116',
          '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/>',
        ),
      ),
      reason: 'transform',
    },
    {
      name: 'base64 as a transform',
      xml: replaced(one, second, transform('http://www.w3.org/2000/09/xmldsig#base64')),
      reason: 'transform',
    },
    {
      name: 'enveloped twice',
      xml: replaced(one, second, transform('http://www.w3.org/2000/09/xmldsig#enveloped-signature')),
      reason: 'transform',
    },
    { name: 'no transforms', xml: replaced(one, /<ds:Transforms>.*?<\/ds:Transforms>/s, ''), reason: 'structure' },
    {
      name: 'something within a transform',
      xml: replaced(one, second, transform(ns.exclusive, '<ds:XPath>1</ds:XPath>')),
      reason: 'transform',
    },
  ];
}
