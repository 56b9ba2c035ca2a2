import { dayMs, minuteMs, systemClock } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { samlAssertions, tenants } from '../../db/schema/index.ts';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';
import { createTraveller, type Traveller } from '../auth-openid/test-traveller.ts';
import { deleteOldAssertions } from './auth-saml.store.ts';
import { serviceProviderOf } from './service-provider.ts';
import { startTestIdentityProvider, type ProviderAnswer, type TestIdentityProvider } from './test-identity-provider.ts';
import { assertionXml, encode, responseXml, signElement, type Answer } from './test-documents.ts';
import { createCurveKey, createProviderKey } from './test-provider-key.ts';

type Entered = OperationInput<'authSaml:createConfig'>;

let offsetMs = 0;
const clock = { ...systemClock, now: () => Date.now() + offsetMs };
let server: TestApp;
let owner: Browser;
let provider: TestIdentityProvider;
let other: Browser;
let otherProvider: TestIdentityProvider;
const slug = 'regadios-vega';
let otherSlug = '';
let id = '';

const service = (tenant = slug) => serviceProviderOf(server.url, tenant);
const entered = (from: TestIdentityProvider, change: Partial<Entered> = {}): Entered => ({
  idpEntityId: from.entityId,
  ssoUrl: from.ssoUrl,
  x509Certificates: [from.key.certificate],
  nameIdFormat: 'persistent',
  enabled: true,
  ...change,
});

beforeAll(async () => {
  server = await createTestApp({ clock });
  owner = await server.firstOwner();
  other = await server.user('owner');
  otherSlug = (await other.call('auth:session', {})).tenant.slug;
  provider = await startTestIdentityProvider(() => service(), clock);
  otherProvider = await startTestIdentityProvider(() => service(otherSlug), clock);
  id = (await owner.call('authSaml:createConfig', entered(provider))).id!;
  await other.call('authSaml:createConfig', entered(otherProvider));
});
afterAll(async () => {
  await provider.close();
  await otherProvider.close();
  await server.stop();
});
beforeEach(() => {
  offsetMs = 0;
  provider.user = { nameId: 'ana-1', email: 'ana@example.com', givenName: 'Ana', surname: 'Vega' };
});

/** Where a browser lands: the path, or the code of the refusal. */
const landing = (location: string | undefined): string => {
  const { pathname, search, searchParams } = new URL(location ?? '');
  return searchParams.get('reason') ?? searchParams.get('reauthentication') ?? pathname + search;
};
const begin = async (traveller: Traveller, tenant = slug, next = '/listeners'): Promise<string> =>
  (await traveller.go(`${server.url}/sso/${tenant}?next=${encodeURIComponent(next)}`)).location!;
const post = async (traveller: Traveller, { action, ...form }: ProviderAnswer): Promise<string> =>
  landing((await traveller.go(action, { method: 'POST', form, crossSite: true })).location);
const enter = async (traveller = createTraveller()): Promise<string> => post(traveller, await provider.answer(await begin(traveller)));
const sessionOf = async (traveller: Traveller) => {
  const { text } = await traveller.go(`${server.url}/api/v1/auth/session`);
  return JSON.parse(text) as { readonly user: { readonly Email: string }; readonly tenant: { readonly slug: string } };
};
/** An answer of our own making to a request of the tenant. */
const forge = async (traveller: Traveller, change: (answer: Answer) => Partial<Answer>): Promise<ProviderAnswer> => {
  const url = await begin(traveller);
  const right = await provider.answer(url);
  const xml = Buffer.from(right.SAMLResponse, 'base64').toString();
  const { acsUrl, entityId } = service();
  const answer: Answer = {
    now: clock.now(),
    responseId: `_${crypto.randomUUID()}`,
    assertionId: `_${crypto.randomUUID()}`,
    issuer: provider.entityId,
    audience: entityId,
    acsUrl,
    requestId: /InResponseTo="([^"]+)"/.exec(xml)![1]!,
    nameId: provider.user.nameId,
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    attributes: { email: provider.user.email },
    pieces: {},
  };
  const changed = { ...answer, ...change(answer) };
  return { ...right, SAMLResponse: encode(signElement(responseXml(changed, assertionXml(changed)), 'Assertion', provider.key)) };
};

describe('signing in', () => {
  test('from the tenant over its provider to the page that was wanted, as the member with the address', async () => {
    const traveller = createTraveller();
    expect(await enter(traveller)).toBe('/listeners');
    expect(await sessionOf(traveller)).toMatchObject({ user: { Email: 'ana@example.com' }, tenant: { slug } });
  });

  test('once known, a person is the name the provider gave, whatever the address', async () => {
    provider.user = { ...provider.user, email: 'other.address@example.com' };
    const traveller = createTraveller();
    expect(await enter(traveller)).toBe('/listeners');
    expect((await sessionOf(traveller)).user.Email).toBe('ana@example.com');
  });

  test('an invitation becomes an account; who has none stays out', async () => {
    provider.user = { nameId: 'jonas-7', email: 'Jonas@example.com', givenName: 'Jonas', surname: 'Weiß' };
    expect(await enter()).toBe('AUTH.SSO_MEMBER');
    await owner.call('users:invite', { emails: ['jonas@example.com'], role: 'viewer' });
    expect(await enter()).toBe('/listeners');
    expect((await owner.call('users:list', {})).find(({ email }) => email === 'jonas@example.com')).toMatchObject({
      name: 'Jonas',
      surname: 'Weiß',
    });
  });

  test('does not take an owner of another tenant for one here (CVE-2025-22146)', async () => {
    otherProvider.user = { nameId: 'evil', email: 'ana@example.com', givenName: 'Ana', surname: 'Vega' };
    const traveller = createTraveller();
    expect(await post(traveller, await otherProvider.answer(await begin(traveller, otherSlug)))).toBe('AUTH.SSO_MEMBER');
  });

  test('a person without an address cannot be joined to anybody', async () => {
    provider.user = { nameId: 'nobody', email: '', givenName: '', surname: '' };
    expect(await enter()).toBe('AUTH.SSO_EMAIL');
  });
});

describe('does not let in', () => {
  test('the same answer twice, of ten at once one', async () => {
    const traveller = createTraveller();
    const answer = await provider.answer(await begin(traveller));
    const ends = await Promise.all(Array.from({ length: 10 }, () => post(traveller, answer)));
    expect(ends.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'AUTH.SSO_FLOW'), '/listeners'].toSorted());
    expect(await post(traveller, answer)).toBe('AUTH.SSO_FLOW');
  });

  test('an assertion that was used, in another answer', async () => {
    const assertionId = '_one-assertion';
    const traveller = createTraveller();
    expect(await post(traveller, await forge(traveller, () => ({ assertionId })))).toBe('/listeners');
    expect(await post(traveller, await forge(traveller, () => ({ assertionId })))).toBe('AUTH.SSO_TOKEN');
  });

  test('an answer that nobody here asked for, or that came to another browser, or too late', async () => {
    const traveller = createTraveller();
    const answer = await provider.answer(await begin(traveller));
    expect(await post(createTraveller(), answer)).toBe('AUTH.SSO_FLOW');
    expect(await post(traveller, { ...answer, RelayState: '' })).toBe('AUTH.SSO_FLOW');
    const late = await provider.answer(await begin(traveller));
    offsetMs = 5 * minuteMs;
    expect(await post(traveller, late)).toBe('AUTH.SSO_FLOW');
  });

  test('the answer to one request in place of the answer to another', async () => {
    const traveller = createTraveller();
    const [first, second] = [await provider.answer(await begin(traveller)), await provider.answer(await begin(traveller))];
    expect(await post(traveller, { ...first, RelayState: second.RelayState })).toBe('AUTH.SSO_TOKEN');
  });

  test("another tenant's answer, or this one's at another tenant", async () => {
    const traveller = createTraveller();
    const [here, there] = [await provider.answer(await begin(traveller)), await otherProvider.answer(await begin(traveller, otherSlug))];
    expect(await post(traveller, { ...there, action: here.action })).toBe('AUTH.SSO_FLOW');
    expect(await post(traveller, { ...there, action: here.action, RelayState: here.RelayState })).toBe('AUTH.SSO_TOKEN');
  });

  test('an answer of another key, no answer, two answers', async () => {
    const traveller = createTraveller();
    const stranger = await provider.answer(await begin(traveller), createProviderKey(clock.now()));
    expect(await post(traveller, stranger)).toBe('AUTH.SSO_TOKEN');
    const { action, RelayState } = await provider.answer(await begin(traveller));
    expect(await post(traveller, { action, RelayState } as ProviderAnswer)).toBe('AUTH.SSO_TOKEN');
    const twice = await provider.answer(await begin(traveller));
    const body = `${new URLSearchParams({ SAMLResponse: twice.SAMLResponse, RelayState: twice.RelayState }).toString()}&SAMLResponse=x`;
    const mark = traveller.cookie(server.url, '__Host-sso');
    const response = await fetch(twice.action, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `__Host-sso=${mark}`, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(landing(new URL(response.headers.get('location')!, server.url).href)).toBe('AUTH.SSO_TOKEN');
  });

  test('whom the provider turned away', async () => {
    const traveller = createTraveller();
    const status = '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:Status>';
    expect(await post(traveller, await forge(traveller, () => ({ pieces: { status } })))).toBe('AUTH.SSO_DENIED');
  });

  test('anybody while the certificate of the provider has expired', async () => {
    const traveller = createTraveller();
    offsetMs = 365 * dayMs - minuteMs;
    const answer = await provider.answer(await begin(traveller));
    offsetMs += 2 * minuteMs;
    expect(await post(traveller, answer)).toBe('AUTH.SAML_CERTIFICATE_EXPIRED');
    expect(landing(await begin(traveller))).toBe('AUTH.SAML_CERTIFICATE_EXPIRED');
  });
});

test('an assertion is remembered for as long as it holds, and then forgotten', async () => {
  const { gate } = server.db.database;
  const rows = () => gate.select().from(samlAssertions).where(eq(samlAssertions.assertionId, '_one-assertion'));
  const there = async () => (await rows()).length;
  const { endsAt } = (await rows())[0]!;
  await deleteOldAssertions(gate, endsAt - 1);
  expect(await there()).toBe(1);
  await deleteOldAssertions(gate, endsAt);
  expect(await there()).toBe(0);
});

describe('proving a session anew', () => {
  /** Goes to the provider and back with a session; its login there was `agoMs` before. */
  const prove = async (agoMs: number): Promise<string> => {
    const traveller = createTraveller();
    await enter(traveller);
    const url = (await traveller.go(`${server.url}/sso/${slug}?again=1&next=%2Fhome`)).location!;
    const right = await provider.answer(url);
    const xml = Buffer.from(right.SAMLResponse, 'base64').toString();
    const unsigned = xml
      .replace(/<ds:Signature.*?<\/ds:Signature>/gs, '')
      .replace(/(?<=AuthnInstant=")[^"]*/, new Date(clock.now() - agoMs).toISOString());
    return post(traveller, { ...right, SAMLResponse: encode(signElement(unsigned, 'Assertion', provider.key)) });
  };

  test('takes a login at the provider that was made for it, and no earlier one', async () => {
    expect(await prove(0)).toBe('done');
    expect(await prove(2 * minuteMs)).toBe('AUTH.SSO_TOKEN');
  });
});

describe('the configuration', () => {
  const empty = {
    id: null,
    idpEntityId: '',
    ssoUrl: '',
    x509Certificates: [],
    certificates: [],
    nameIdFormat: 'persistent',
    enabled: false,
  };
  /** An owner of a tenant of its own. */
  const fresh = async () => {
    const browser = await server.user('owner');
    return { browser, slug: (await browser.call('auth:session', {})).tenant.slug };
  };

  test('shows what the provider must be told before anything is entered, and afterwards what was', async () => {
    const { browser, slug: own } = await fresh();
    const base = `${server.url}/sso/${own}`;
    const addresses = {
      callbackURL: `${base}/saml/acs`,
      spAcsUrl: `${base}/saml/acs`,
      spEntityId: `${base}/saml/metadata`,
      homeURL: base,
      slug: own,
    };
    expect(await browser.call('authSaml:getConfig', {})).toEqual({ ...empty, ...addresses });
    const made = await browser.call('authSaml:createConfig', entered(provider, { enabled: false, nameIdFormat: 'emailAddress' }));
    expect(made).toMatchObject({
      ...addresses,
      enabled: false,
      nameIdFormat: 'emailAddress',
      idpEntityId: provider.entityId,
      ssoUrl: provider.ssoUrl,
    });
    expect(made.certificates[0]).toMatchObject({ subject: 'CN=idp.example.com' });
    expect(await browser.refusal('authSaml:createConfig', entered(provider))).toBe('ACQ-CONFLICT');
    expect(await browser.refusal('authSaml:updateConfig', { id: id, ...entered(provider) })).toBe('ACQ-NOT-FOUND');
    const on = await browser.call('authSaml:updateConfig', { id: made.id!, ...entered(provider) });
    expect(await browser.call('authSaml:getConfig', {})).toEqual(on);
    const { data } = await browser.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12 });
    expect(data.map(({ event }) => `${event.operation} ${event.entity} ${event.name}`).slice(0, 4)).toEqual([
      'update tenant SSO SAML',
      'update (ACQ-NOT-FOUND) tenant SSO SAML',
      'create (ACQ-CONFLICT) tenant SSO SAML',
      'create tenant SSO SAML',
    ]);
  });

  test('refuses addresses a browser should not be sent to, and certificates nobody may sign with', async () => {
    const { browser } = await fresh();
    const refusal = (change: Partial<Entered>) => browser.refusal('authSaml:createConfig', entered(provider, change));
    for (const ssoUrl of [
      'http://idp.example.com/sso',
      'javascript:alert(1)',
      'idp.example.com',
      'https://user:pass@idp.example.com',
      'https://idp.example.com/#x',
      'file:///etc/passwd',
    ])
      expect(await refusal({ ssoUrl })).toBe('AUTH.SSO_ADDRESS');
    const expired = createProviderKey(clock.now(), { endsAt: clock.now() - dayMs }).certificate;
    expect(await refusal({ x509Certificates: [provider.key.certificate, expired] })).toBe('AUTH.SAML_CERTIFICATE_EXPIRED');
    for (const bad of ['certificate', createCurveKey(clock.now()).certificate, createProviderKey(clock.now(), { bits: 1024 }).certificate])
      expect(await refusal({ x509Certificates: [bad] })).toBe('AUTH.SAML_CERTIFICATE');
    for (const change of [
      { x509Certificates: [] },
      { idpEntityId: ' ' },
      { ssoUrl: '' },
      { idpEntityId: 'x'.repeat(513) },
      { x509Certificates: Array.from({ length: 11 }, () => 'x') },
    ])
      expect(await refusal(change)).toBe('WEB-00022');
    expect((await browser.call('authSaml:getConfig', {})).id).toBeNull();
  });

  test('a change is looked at like a first configuration, and a refused one leaves what was there', async () => {
    const { browser } = await fresh();
    const { tenantId } = browser;
    const made = await browser.call('authSaml:createConfig', entered(provider));
    const refusal = (change: Partial<Entered>) => browser.refusal('authSaml:updateConfig', { id: made.id!, ...entered(provider, change) });
    const expired = createProviderKey(clock.now(), { endsAt: clock.now() - dayMs }).certificate;
    expect(await refusal({ ssoUrl: 'javascript:alert(1)' })).toBe('AUTH.SSO_ADDRESS');
    expect(await refusal({ x509Certificates: [expired] })).toBe('AUTH.SAML_CERTIFICATE_EXPIRED');
    expect(await refusal({ x509Certificates: ['certificate'] })).toBe('AUTH.SAML_CERTIFICATE');
    const { gate } = server.db.database;
    await gate.update(tenants).set({ sso: 'unconfigured', mfaRequired: true }).where(eq(tenants.id, tenantId));
    expect(await refusal({})).toBe('AUTH.MFA_ON');
    await gate.update(tenants).set({ sso: 'saml', mfaRequired: false }).where(eq(tenants.id, tenantId));
    offsetMs = 11 * minuteMs;
    expect(await refusal({ ssoUrl: 'https://other.example.com/sso' })).toBe('WEB-11011');
    expect((await browser.call('authSaml:getConfig', {})).ssoUrl).toBe(made.ssoUrl);
  });

  test('needs a recent login, and no second factor that is required of everybody', async () => {
    const { browser } = await fresh();
    offsetMs = 11 * minuteMs;
    expect(await browser.refusal('authSaml:createConfig', entered(provider))).toBe('WEB-11011');
    offsetMs = 0;
    const { tenant } = await browser.call('auth:session', {});
    await server.db.database.withTenant(tenant.id, (tx) => tx.update(tenants).set({ mfaRequired: true }).where(eq(tenants.id, tenant.id)));
    expect(await browser.refusal('authSaml:createConfig', entered(provider))).toBe('AUTH.MFA_ON');
    expect((await browser.call('authSaml:getConfig', {})).id).toBeNull();
  });

  test('two certificates, while the provider changes its key', async () => {
    const next = createProviderKey(clock.now());
    await owner.call('authSaml:updateConfig', {
      id,
      ...entered(provider, { x509Certificates: [provider.key.certificate, next.certificate] }),
    });
    const traveller = createTraveller();
    expect(await post(traveller, await provider.answer(await begin(traveller), next))).toBe('/listeners');
    expect(await enter()).toBe('/listeners');
  });

  test('reset ends the sessions that came through it, and keeps what was entered even when its certificate is over', async () => {
    const traveller = createTraveller();
    await enter(traveller);
    const kept = await owner.call('authSaml:getConfig', {});
    const { idpEntityId, ssoUrl, x509Certificates, nameIdFormat } = kept;
    await owner.call('authSaml:updateConfig', { id, idpEntityId, ssoUrl, x509Certificates, nameIdFormat, enabled: false });
    expect((await traveller.go(`${server.url}/api/v1/auth/session`)).status).toBe(401);
    expect(landing(await begin(createTraveller()))).toBe('AUTH.SSO_OFF');
    expect(await owner.call('authSaml:getConfig', {})).toEqual({ ...kept, enabled: false });
  });
});

test('the metadata tell a provider everything, and nobody which tenants there are', async () => {
  const [known, unknown] = await Promise.all([slug, 'nobody-at-all'].map((each) => fetch(`${server.url}/sso/${each}/saml/metadata`)));
  expect([known!.status, known!.headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8']);
  const text = await known!.text();
  expect(text).toContain(`entityID="${service().entityId}"`);
  expect(text).toContain(`Location="${service().acsUrl}"`);
  expect((await unknown!.text()).replaceAll('nobody-at-all', slug)).toBe(text);
  expect((await fetch(`${server.url}/sso/%3Cx%3E/saml/metadata`)).status).toBe(404);
});
