import { assertIssuer, readClaims, type Claims, type Expected } from './assertion-claims.ts';
import { assertionOf } from './response-shape.ts';
import { attributeOf, childrenOf, isNamed, parsePlainXml } from './plain-xml.ts';
import { samlFault } from './saml-fault.ts';
import { ns, saml } from './saml-names.ts';
import { readSignedPart, signatureOf } from './signed-part.ts';

/** Of the field as it is posted. */
export const responseMaxBytes = 256 * 1024;

/**
 * Whom an answer of an identity provider names. `encoded` is the posted field, `certificates` are PEM and all in force. Signed must be
 * the assertion, the response, or both, and every signature present must hold; claims are read from verified bytes alone. Whether the
 * request is ours and the assertion new is the caller's to find out. Throws AUTH.SSO_TOKEN, AUTH.SSO_DENIED or
 * AUTH.SAML_CERTIFICATE_EXPIRED, with the reason in `internal`.
 */
export function verifyResponse(encoded: string, certificates: readonly string[], expected: Expected): Claims {
  const source = decode(encoded);
  const response = parsePlainXml(source);
  assertStatus(response);
  const assertion = assertionOf(response);
  const [outer, inner] = [signatureOf(response), signatureOf(assertion)];
  if (!outer && !inner) throw samlFault('signature', 'none');
  if (certificates.length === 0) throw samlFault('certificate', 'none in force');
  const signedResponse = outer && readSignedPart(source, response, outer, certificates);
  const signedAssertion = inner && readSignedPart(source, assertion, inner, certificates);
  assertEnvelope(signedResponse ?? response, expected, outer !== undefined);
  return readClaims(signedAssertion ?? assertionOf(signedResponse!), expected);
}

function decode(encoded: string): string {
  if (encoded.length > responseMaxBytes) throw samlFault('size');
  const plain = encoded.replace(/[\r\n\t ]/g, '');
  if (plain === '' || plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw samlFault('encoding');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(plain, 'base64'));
  } catch (error) {
    throw samlFault('encoding', 'no UTF-8', error);
  }
}

/** A provider that says no has no assertion to show. */
function assertStatus(response: Element): void {
  const [status, ...more] = childrenOf(response).filter((child) => isNamed(child, ns.protocol, 'Status'));
  const [code] = status ? childrenOf(status) : [];
  if (!status || !code || more.length > 0 || !isNamed(code, ns.protocol, 'StatusCode')) throw samlFault('structure', 'no status');
  if (attributeOf(code, 'Value') === saml.success) return;
  const inner = childrenOf(code).find((child) => isNamed(child, ns.protocol, 'StatusCode'));
  const value = attributeOf(inner ?? code, 'Value');
  throw samlFault('status', value?.split(':').at(-1)?.slice(0, 100));
}

function assertEnvelope(response: Element, { acsUrl, requestId, idpEntityId }: Expected, signed: boolean): void {
  const destination = attributeOf(response, 'Destination');
  if (destination === undefined ? signed : destination !== acsUrl) throw samlFault('destination');
  if (attributeOf(response, 'InResponseTo') !== requestId) throw samlFault('request');
  const issuer = childrenOf(response).find((child) => isNamed(child, ns.assertion, 'Issuer'));
  if (issuer) assertIssuer(issuer, idpEntityId);
}
