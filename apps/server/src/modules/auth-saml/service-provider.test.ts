import { inflateRawSync } from 'node:zlib';
import { systemClock } from '@acequia/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePlainXml } from './plain-xml.ts';
import { verifyResponse } from './saml-response.ts';
import { createRequestId, loginUrl, metadataXml, serviceProviderOf } from './service-provider.ts';
import { startTestIdentityProvider, type TestIdentityProvider } from './test-identity-provider.ts';

const service = serviceProviderOf('https://acequia.example.com', 'vega');
let provider: TestIdentityProvider;
beforeAll(async () => {
  provider = await startTestIdentityProvider(() => service, systemClock);
});
afterAll(() => provider.close());

const request = (change: { readonly ssoUrl?: string; readonly again?: boolean } = {}) => ({
  ...service,
  requestId: createRequestId({ bytes: (n) => new Uint8Array(n).fill(7) }),
  ssoUrl: provider.ssoUrl,
  nameIdFormat: 'persistent' as const,
  again: false,
  relayState: 'the state',
  now: systemClock.now(),
  ...change,
});
const xmlOf = (url: string): Element =>
  parsePlainXml(inflateRawSync(Buffer.from(new URL(url).searchParams.get('SAMLRequest')!, 'base64')).toString());

test('a request that a real provider answers, to the end', async () => {
  const asked = request();
  const { SAMLResponse, RelayState, action } = await provider.answer(loginUrl(asked));
  expect([RelayState, action]).toEqual(['the state', service.acsUrl]);
  const claims = verifyResponse(SAMLResponse, [provider.key.certificate], {
    idpEntityId: provider.entityId,
    audience: service.entityId,
    acsUrl: service.acsUrl,
    requestId: asked.requestId,
    nameIdFormat: 'persistent',
    now: systemClock.now(),
  });
  expect(claims.nameId).toBe('jonas-7');
  expect(Object.fromEntries(claims.attributes)).toEqual({ email: 'jonas@example.com', givenName: 'Jonas', surname: 'Weiß' });
});

test('the credentials are asked for again only when a session is proven anew', () => {
  expect(xmlOf(loginUrl(request())).hasAttribute('ForceAuthn')).toBe(false);
  expect(xmlOf(loginUrl(request({ again: true }))).getAttribute('ForceAuthn')).toBe('true');
});

test('an address with its own question keeps it, and cannot bring a request along', () => {
  const url = new URL(loginUrl(request({ ssoUrl: 'https://idp.example.com/sso?app=7&SAMLRequest=evil&RelayState=evil' })));
  expect(url.searchParams.get('app')).toBe('7');
  expect(url.searchParams.getAll('RelayState')).toEqual(['the state']);
  expect(url.searchParams.getAll('SAMLRequest')).toHaveLength(1);
});

test('does not let an address or a name write markup (CVE-2026-46490)', () => {
  const ssoUrl = 'https://idp.example.com/"><saml:Issuer>evil</saml:Issuer><x y="';
  expect(xmlOf(loginUrl(request({ ssoUrl }))).getAttribute('Destination')).toBe(ssoUrl);
  const evil = { entityId: 'urn:"><evil/>&', acsUrl: `https://acequia.example.com/'"<>&` };
  const metadata = parsePlainXml(metadataXml(evil));
  expect(metadata.getAttribute('entityID')).toBe(evil.entityId);
  expect(metadata.getElementsByTagName('evil')).toHaveLength(0);
});
