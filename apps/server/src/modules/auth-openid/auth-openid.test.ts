import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { minuteMs, systemClock } from '@acequia/base';
import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  activity,
  credentials,
  identities,
  invitations,
  memberships,
  openIdConfigs,
  sessions,
  tenants,
  users,
} from '../../db/schema/index.ts';
import { createTestApp, ownerPassword, type Browser, type TestApp } from '../../test-app.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';
import { createTraveller, passProvider, type ProviderAnswer, type Stop, type Traveller } from './test-traveller.ts';

const slug = 'regadios-vega';
let lateMs = 0;
let server: TestApp;
let provider: TestProvider;
let owner: Browser;
let configId: string;

beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now: () => systemClock.now() + lateMs } });
  owner = await server.firstOwner();
  provider = await startTestProvider(`${server.url}/sso/${slug}/openid/callback`);
  const { clientId, clientSecret, issuer } = provider;
  const made = await owner.call('authOpenID:createConfig', { clientId, clientSecret, issuer, responseType: 'code', enabled: true });
  configId = made.id!;
});
afterAll(async () => {
  await provider.stop();
  await server.stop();
});
beforeEach(async () => {
  lateMs = 0;
  await gate().update(sessions).set({ authenticatedAt: systemClock.now() });
  await configure({});
});

const gate = () => server.db.database.gate;
interface Change {
  readonly responseType?: 'code' | 'id_token';
  readonly enabled?: boolean;
  readonly verifiesAddresses?: boolean;
  readonly by?: Browser;
}
const configure = (change: Change) =>
  (change.by ?? owner).call('authOpenID:updateConfig', {
    id: configId,
    clientId: provider.clientId,
    issuer: provider.issuer,
    responseType: change.responseType ?? 'code',
    enabled: change.enabled ?? true,
    verifiesAddresses: change.verifiesAddresses ?? false,
  });
const ssoPath = (next = '/home') => `${server.url}/sso/${slug}?next=${encodeURIComponent(next)}`;
const person = (subject: string, email: string, verified: boolean | 'unsaid' = true) =>
  provider.people.set(subject, { email, verified: verified === 'unsaid' ? undefined : verified, name: 'Nombre', surname: 'Apellido' });

/** From the console to the provider and back to our door. */
async function toTheDoor(traveller: Traveller, subject: string, from = ssoPath()): Promise<ProviderAnswer> {
  const start = await traveller.go(from);
  return passProvider(traveller, start.location!, subject, server.url);
}
/** A form_post comes from the provider's page: another site. */
const enter = (traveller: Traveller, { url, form }: ProviderAnswer): Promise<Stop> =>
  traveller.go(url, form ? { method: 'POST', form, crossSite: true } : {});
const signIn = async (subject: string, traveller = createTraveller()) => enter(traveller, await toTheDoor(traveller, subject));
const reasonOf = ({ location }: Stop) => new URL(location!).searchParams.get('reason');

/** What the session of a traveller is, as the console would ask. */
function browserOf(traveller: Traveller): Browser {
  const browser = server.browser();
  browser.cookie = `__Host-sid=${traveller.cookie(server.url, '__Host-sid') ?? ''}`;
  return browser;
}
async function invite(email: string, role: 'viewer' | 'admin' | 'owner' = 'viewer', by = owner): Promise<string> {
  const [made] = await by.call('users:invite', { emails: [email], role });
  return made!.link!.split('#token=')[1]!;
}

describe.each(['code', 'id_token'] as const)('with %s', (responseType) => {
  beforeEach(() => configure({ responseType }));

  test('a member comes in and goes on to where they wanted', async () => {
    person(`ana ${responseType}`, 'ana@example.com');
    await gate().delete(identities);
    const traveller = createTraveller();
    const landed = await enter(traveller, await toTheDoor(traveller, `ana ${responseType}`, ssoPath('/listeners?q=a')));
    expect([landed.status, landed.location]).toEqual([303, `${server.url}/listeners?q=a`]);
    expect(await browserOf(traveller).call('auth:session', {})).toMatchObject({ user: { Email: 'ana@example.com' }, step: null });
  });

  test('an answer is good once, in the browser that asked, within five minutes', async () => {
    person('ana', 'ana@example.com');
    await gate().delete(identities);
    const traveller = createTraveller();
    const answer = await toTheDoor(traveller, 'ana');
    const stranger = createTraveller();
    expect(reasonOf(await enter(stranger, answer))).toBe('AUTH.SSO_FLOW');
    expect(stranger.cookie(server.url, '__Host-sid')).toBeUndefined();
    expect(reasonOf(await enter(traveller, answer))).toBe('AUTH.SSO_FLOW');
    const other = await toTheDoor(traveller, 'ana');
    lateMs = 5 * minuteMs + 1;
    expect(reasonOf(await enter(traveller, other))).toBe('AUTH.SSO_FLOW');
  });

  test('an answer changed on its way is refused', async () => {
    person('ana', 'ana@example.com');
    const name = responseType;
    const forge = (answer: ProviderAnswer, change: (values: URLSearchParams) => void): ProviderAnswer => {
      const values = new URLSearchParams(answer.form ?? new URL(answer.url).searchParams);
      change(values);
      const [base] = answer.url.split('?');
      return answer.form ? { url: answer.url, form: Object.fromEntries(values) } : { url: `${base}?${values.toString()}`, form: undefined };
    };
    const outcomes: (string | null)[] = [];
    for (const change of [
      (values: URLSearchParams) => values.delete('state'),
      (values: URLSearchParams) => values.set('state', 'x'.repeat(43)),
      (values: URLSearchParams) => values.delete(name),
      (values: URLSearchParams) => values.set(name, `${values.get(name)!.slice(0, -4)}AAAA`),
      (values: URLSearchParams) => values.set('iss', 'https://evil.example'),
      (values: URLSearchParams) => values.set('error', 'access_denied'),
    ]) {
      const traveller = createTraveller();
      outcomes.push(reasonOf(await enter(traveller, forge(await toTheDoor(traveller, 'ana'), change))));
      expect(traveller.cookie(server.url, '__Host-sid')).toBeUndefined();
    }
    const changed = responseType === 'code' ? 'AUTH.SSO_DENIED' : 'AUTH.SSO_TOKEN';
    expect(outcomes).toEqual(['AUTH.SSO_FLOW', 'AUTH.SSO_FLOW', 'AUTH.SSO_TOKEN', changed, 'AUTH.SSO_TOKEN', 'AUTH.SSO_DENIED']);
  });
});

test('a provider that says no is told with a closed reason, without its own words', async () => {
  const traveller = createTraveller();
  const { url } = await toTheDoor(traveller, 'ana');
  const values = new URL(url).searchParams;
  values.delete('code');
  values.set('error', 'access_denied');
  values.set('error_description', 'ana@example.com is unknown');
  const { location } = await traveller.go(`${url.split('?')[0]}?${values.toString()}`);
  expect(Object.fromEntries(new URL(location!).searchParams)).toEqual({
    reason: 'AUTH.SSO_DENIED',
    denial: 'refused',
    sso: slug,
    next: '/home',
  });
});

test('an id_token of another request of the same person is refused (nonce, CVE-2026-42206, CVE-2026-15612)', async () => {
  await configure({ responseType: 'id_token' });
  person('ana', 'ana@example.com');
  const traveller = createTraveller();
  const first = await toTheDoor(traveller, 'ana');
  const second = await toTheDoor(traveller, 'ana');
  const swapped = { url: second.url, form: { ...second.form, id_token: first.form!['id_token']! } };
  expect(reasonOf(await enter(traveller, swapped))).toBe('AUTH.SSO_TOKEN');
});

test('an answer to the grant of before the configuration changed is refused', async () => {
  person('ana', 'ana@example.com');
  const traveller = createTraveller();
  const answer = await toTheDoor(traveller, 'ana');
  await configure({ responseType: 'id_token' });
  expect(reasonOf(await enter(traveller, answer))).toBe('AUTH.SSO_FLOW');
});

describe('who may come in', () => {
  test('somebody invited gets an account without a password, once, with the role of the invitation', async () => {
    person('new', 'NEW@example.com');
    await invite('new@example.com', 'admin');
    const traveller = createTraveller();
    expect((await signIn('new', traveller)).location).toBe(`${server.url}/home`);
    const session = await browserOf(traveller).call('auth:session', {});
    expect(session.user).toMatchObject({ Email: 'new@example.com', UserName: 'Nombre Apellido', AccessMap: { Roles: ['admin'] } });
    expect((await signIn('new')).location).toBe(`${server.url}/home`);
    const rows = await gate().select().from(users).where(eq(users.email, 'new@example.com'));
    expect(rows).toHaveLength(1);
    expect(await gate().select().from(credentials).where(eq(credentials.userId, rows[0]!.id))).toEqual([]);
    const made = await gate()
      .select()
      .from(activity)
      .where(and(eq(activity.objectName, 'new@example.com'), eq(activity.operation, 'create')));
    expect(made.map(({ via }) => via)).toEqual(['openid']);
  });

  test('an account of single sign-on has no password to guess, not the empty one either (CVE-2026-126065)', async () => {
    person('nopass', 'nopass@example.com');
    await invite('nopass@example.com');
    await signIn('nopass');
    for (const password of ['', 'null', 'undefined', ownerPassword])
      expect(await server.browser().refusal('auth:login', { email: 'nopass@example.com', password })).toBe('AUTH.CREDENTIALS');
  });

  test('two first sign-ins at once make one account', async () => {
    person('twice', 'twice@example.com');
    await invite('twice@example.com');
    const travellers = [createTraveller(), createTraveller()];
    const answers = await Promise.all(travellers.map((each) => toTheDoor(each, 'twice')));
    const ends = await Promise.all(travellers.map((each, index) => enter(each, answers[index]!)));
    expect(ends.filter(({ location }) => location === `${server.url}/home`).length).toBeGreaterThanOrEqual(1);
    expect(await gate().select().from(users).where(eq(users.email, 'twice@example.com'))).toHaveLength(1);
    expect((await signIn('twice')).location).toBe(`${server.url}/home`);
  });

  test.each([
    ['nobody knows', 'unknown', 'unknown@example.com', true, 'AUTH.SSO_MEMBER'],
    ['has no verified address', 'unverified', 'ana@example.com', false, 'AUTH.SSO_EMAIL'],
  ])('not somebody who %s', async (_who, subject, email, verified, code) => {
    person(subject, email, verified);
    expect(reasonOf(await signIn(subject))).toBe(code);
  });

  test('a refusal is one row of the activity log, however often it is tried', async () => {
    person('stubborn', 'stubborn@example.com');
    for (let round = 0; round < 3; round += 1) await signIn('stubborn');
    const rows = await gate().select().from(activity).where(eq(activity.objectName, 'stubborn@example.com'));
    expect(rows).toMatchObject([{ entity: 'session', operation: 'start', refusedCode: 'AUTH.SSO_MEMBER', via: 'openid' }]);
  });

  describe('through a provider that does not say whether addresses are verified', () => {
    test('nobody new, as long as the tenant has not vouched for it', async () => {
      person('unsaid', 'unsaid@example.com', 'unsaid');
      await invite('unsaid@example.com');
      expect(reasonOf(await signIn('unsaid'))).toBe('AUTH.SSO_EMAIL');
      await configure({ verifiesAddresses: true });
      expect((await signIn('unsaid')).location).toBe(`${server.url}/home`);
      await configure({});
      expect((await signIn('unsaid')).location).toBe(`${server.url}/home`);
    });

    test.each(['code', 'id_token'] as const)('with %s, a member or somebody invited once it has', async (responseType) => {
      await configure({ verifiesAddresses: true, responseType });
      await gate().delete(identities);
      person(`member ${responseType}`, 'ana@example.com', 'unsaid');
      expect((await signIn(`member ${responseType}`)).location).toBe(`${server.url}/home`);
      person(`stranger ${responseType}`, 'stranger@example.com', 'unsaid');
      expect(reasonOf(await signIn(`stranger ${responseType}`))).toBe('AUTH.SSO_MEMBER');
    });

    test('never an address that it calls unverified, nor an account of another tenant, nor a higher role', async () => {
      await configure({ verifiesAddresses: true });
      await gate().delete(identities);
      person('said no', 'ana@example.com', false);
      expect(reasonOf(await signIn('said no'))).toBe('AUTH.SSO_EMAIL');
      const other = await server.user('owner');
      const { user } = await other.call('auth:session', {});
      person('elsewhere', user.Email, 'unsaid');
      expect(reasonOf(await signIn('elsewhere'))).toBe('AUTH.SSO_MEMBER');
      await invite(user.Email);
      expect(reasonOf(await signIn('elsewhere'))).toBe('AUTH.SSO_ACCOUNT');
      await configure({ verifiesAddresses: true, by: await server.user('admin', owner.tenantId) });
      person('owner', 'ana@example.com', 'unsaid');
      expect(reasonOf(await signIn('owner'))).toBe('AUTH.SSO_ROLE');
      expect(await gate().select().from(identities)).toEqual([]);
    });
  });

  test('not somebody without any address', async () => {
    expect(reasonOf(await signIn('addressless'))).toBe('AUTH.SSO_EMAIL');
  });

  test('not somebody whose address only becomes an invited one in lower case: the Kelvin sign is no k (CVE-2022-39229)', async () => {
    await invite('kim@example.com');
    person('lookalike', '\u212Aim@example.com');
    expect(reasonOf(await signIn('lookalike'))).toBe('AUTH.SSO_EMAIL');
    person('kim', 'KIM@Example.com');
    expect((await signIn('kim')).location).toBe(`${server.url}/home`);
  });

  test('not somebody whose invitation is too old', async () => {
    person('late', 'late@example.com');
    await invite('late@example.com');
    await gate().update(invitations).set({ expiresAt: 1 }).where(eq(invitations.email, 'late@example.com'));
    expect(reasonOf(await signIn('late'))).toBe('AUTH.SSO_MEMBER');
  });

  test('an account of another tenant is not taken over, invited or not (CVE-2026-27197, CVE-2026-42354)', async () => {
    const other = await server.user('owner');
    const { user } = await other.call('auth:session', {});
    person('attacker', user.Email);
    expect(reasonOf(await signIn('attacker'))).toBe('AUTH.SSO_MEMBER');
    const token = await invite(user.Email);
    expect(reasonOf(await signIn('attacker'))).toBe('AUTH.SSO_ACCOUNT');
    await other.call('auth:acceptInvite', { token });
    const traveller = createTraveller();
    expect((await signIn('attacker', traveller)).location).toBe(`${server.url}/home`);
    const inside = browserOf(traveller);
    expect((await inside.call('auth:session', {})).tenant.slug).toBe(slug);
    const home = (await inside.call('tenants:list', {})).find((tenant) => tenant.slug !== slug)!;
    expect(await inside.refusal('auth:changeTenant', { tenantId: home.id })).toBe('AUTH.SSO_SCOPE');
    const elsewhere = await other.call('users:invite', { emails: [user.Email], role: 'owner' }).catch(() => []);
    expect(await inside.refusal('auth:acceptInvite', { token: elsewhere[0]?.link?.split('#token=')[1] ?? 'x' })).toBe('AUTH.SSO_SCOPE');
    expect([
      await inside.refusal('auth:getTotpSecret', {}),
      await inside.refusal('auth:activateTotpMfa', { totpCode: 0 }),
      await inside.refusal('auth:deactivateTotpMfa', { totpCode: 0 }),
      await inside.refusal('auth:renewRecoveryCodes', { totpCode: 0 }),
    ]).toEqual(Array.from({ length: 4 }, () => 'AUTH.SSO_SCOPE'));
  });

  test('the address of a member that now belongs to another person there leads nowhere', async () => {
    person('first', 'shared@example.com');
    await invite('shared@example.com');
    await signIn('first');
    person('second', 'shared@example.com');
    expect(reasonOf(await signIn('second'))).toBe('AUTH.SSO_ACCOUNT');
    expect((await signIn('first')).location).toBe(`${server.url}/home`);
  });

  test('a known subject stays its member when its address changes', async () => {
    person('mover', 'mover@example.com');
    await invite('mover@example.com');
    await signIn('mover');
    person('mover', 'ana@example.com');
    const traveller = createTraveller();
    await signIn('mover', traveller);
    expect((await browserOf(traveller).call('auth:session', {})).user.Email).toBe('mover@example.com');
  });

  test('who was removed does not come back, and the invitation of before is used up', async () => {
    person('leaver', 'leaver@example.com');
    await invite('leaver@example.com');
    await signIn('leaver');
    const member = (await owner.call('users:list', {})).find(({ email }) => email === 'leaver@example.com')!;
    await owner.call('users:remove', { ids: [member.id] });
    expect(reasonOf(await signIn('leaver'))).toBe('AUTH.SSO_MEMBER');
  });

  test('an admin who saves the configuration does not become owner through it', async () => {
    person('ana', 'ana@example.com');
    await gate().delete(identities);
    await signIn('ana');
    const admin = await server.user('admin', owner.tenantId);
    await configure({ by: admin });
    expect(reasonOf(await signIn('ana'))).toBe('AUTH.SSO_ROLE');
    await gate().delete(identities);
    expect(reasonOf(await signIn('ana'))).toBe('AUTH.SSO_ROLE');
    expect(await gate().select().from(identities)).toEqual([]);
    await configure({});
    expect((await signIn('ana')).location).toBe(`${server.url}/home`);
  });
});

describe('the configuration', () => {
  const entered = () => ({ clientId: provider.clientId, issuer: provider.issuer, responseType: 'code' as const, enabled: true });

  test('never tells the client secret, and keeps it sealed', async () => {
    const config = await owner.call('authOpenID:getConfig', {});
    expect(config).toEqual({
      id: configId,
      clientId: 'acequia',
      issuer: provider.issuer,
      responseType: 'code',
      enabled: true,
      verifiesAddresses: false,
      clientSecretKept: true,
      callbackURL: `${server.url}/sso/${slug}/openid/callback`,
      homeURL: `${server.url}/sso/${slug}`,
      slug,
    });
    const [row] = await server.db.database.withTenant(owner.tenantId, (tx) => tx.select().from(openIdConfigs));
    expect(row!.sealedSecret!.includes(Buffer.from(provider.clientSecret))).toBe(false);
    expect(JSON.stringify(config)).not.toContain(provider.clientSecret);
  });

  test('a kept secret never goes to another issuer', async () => {
    const other = await startTestProvider(`${server.url}/sso/${slug}/openid/callback`);
    try {
      expect(await owner.refusal('authOpenID:updateConfig', { ...entered(), id: configId, issuer: other.issuer })).toBe('WEB-00017');
    } finally {
      await other.stop();
    }
  });

  test('the code flow needs a secret', async () => {
    const other = await server.user('owner');
    expect(await other.refusal('authOpenID:createConfig', entered())).toBe('WEB-00017');
    expect((await other.call('authOpenID:getConfig', {})).id).toBeNull();
  });

  test('there is one for each tenant, and it has its id', async () => {
    expect(await owner.refusal('authOpenID:createConfig', { ...entered(), clientSecret: 's' })).toBe('ACQ-CONFLICT');
    expect(await owner.refusal('authOpenID:updateConfig', { ...entered(), id: 'other' })).toBe('ACQ-NOT-FOUND');
    const other = await server.user('owner');
    expect(await other.refusal('authOpenID:updateConfig', { ...entered(), id: configId })).toBe('ACQ-NOT-FOUND');
  });

  test('needs a recent login', async () => {
    lateMs = 11 * minuteMs;
    expect(await owner.refusal('authOpenID:updateConfig', { ...entered(), id: configId })).toBe('WEB-11011');
    const rows = await gate().select().from(activity).where(eq(activity.refusedCode, 'WEB-11011'));
    expect(rows.length).toBeGreaterThan(0);
  });

  test('is refused while a second factor is required', async () => {
    const other = await server.user('owner');
    const settings = [{ settingType: 'MFA' as const, value: { enabled: true as const } }];
    await gate().update(tenants).set({ mfaRequired: true }).where(eq(tenants.id, other.tenantId));
    expect(await other.refusal('authOpenID:createConfig', { ...entered(), clientSecret: 's' })).toBe('AUTH.MFA_ON');
    expect(await owner.refusal('tenants:activateTenantMfa', { id: owner.tenantId, settings })).toBe('AUTH.SSO_ON');
  });

  test('reset ends the sessions of single sign-on and no others; what was entered stays', async () => {
    person('ana', 'ana@example.com');
    const traveller = createTraveller();
    await signIn('ana', traveller);
    const inside = browserOf(traveller);
    const before = await toTheDoor(traveller, 'ana');
    await configure({ enabled: false });
    expect(await inside.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
    expect(await owner.call('authOpenID:getConfig', {})).toMatchObject({ enabled: false, clientSecretKept: true, id: configId });
    expect((await owner.call('tenants:find', { id: owner.tenantId })).settings).toContainEqual({
      settingType: 'SSO',
      value: { enabled: false, state: 'unconfigured' },
    });
    expect(reasonOf(await enter(traveller, before))).toBe('AUTH.SSO_OFF');
    expect(reasonOf(await createTraveller().go(ssoPath()))).toBe('AUTH.SSO_OFF');
  });

  test('a tenant that does not exist and one without single sign-on look the same', async () => {
    await configure({ enabled: false });
    const answers = await Promise.all(
      [slug, 'nowhere', 'a%2Fb'].map((each) => createTraveller().go(`${server.url}/sso/${each}?next=//evil.example`)),
    );
    for (const [index, { location, status }] of answers.entries()) {
      expect(status).toBe(303);
      expect(new URL(location!).origin).toBe(server.url);
      expect(location!.replace(/sso=[^&]*/, '')).toBe(answers[0]!.location!.replace(/sso=[^&]*/, ''));
      expect([index, new URL(location!).searchParams.get('next')]).toEqual([index, '/home']);
    }
  });
});

describe('a provider that is not one', () => {
  let web: Server;
  let address = '';
  let answer: (path: string) => { readonly status: number; readonly body: string };
  beforeAll(async () => {
    web = createServer((request, response) => {
      const { status, body } = answer(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:1/' }).end(body);
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => web.close(resolve)));

  const metadata = (change: Record<string, unknown> = {}) => ({
    issuer: address,
    authorization_endpoint: `${address}/auth`,
    token_endpoint: `${address}/token`,
    jwks_uri: `${address}/keys`,
    response_types_supported: ['code', 'id_token'],
    response_modes_supported: ['query', 'form_post'],
    ...change,
  });
  const ask = async (issuer: string, responseType: 'code' | 'id_token' = 'code') => {
    const other = await server.user('owner');
    return other.refusal('authOpenID:createConfig', { clientId: 'c', clientSecret: 's', issuer, responseType, enabled: true });
  };
  const says = (change: Record<string, unknown>) => () => ({ status: 200, body: JSON.stringify(metadata(change)) });

  test.each<[string, () => ReturnType<typeof answer>, 'code' | 'id_token', string]>([
    ['has no configuration', () => ({ status: 404, body: '{}' }), 'code', 'AUTH.SSO_METADATA'],
    ['leads elsewhere', () => ({ status: 302, body: '' }), 'code', 'AUTH.SSO_METADATA'],
    ['answers with a page', () => ({ status: 200, body: '<html>' }), 'code', 'AUTH.SSO_METADATA'],
    [
      'names the issuer twice',
      () => ({ status: 200, body: JSON.stringify(metadata()).replace('{', '{"issuer":"x",') }),
      'code',
      'AUTH.SSO_METADATA',
    ],
    ['has no keys', says({ jwks_uri: undefined }), 'code', 'AUTH.SSO_METADATA'],
    ['fails', () => ({ status: 503, body: '{}' }), 'code', 'AUTH.SSO_AWAY'],
    ['answers without end', () => ({ status: 200, body: 'x'.repeat(300_000) }), 'code', 'AUTH.SSO_AWAY'],
    ['calls itself otherwise', says({ issuer: 'https://other.example' }), 'code', 'AUTH.SSO_ISSUER'],
    ['keeps its tokens in the network of the cloud', says({ token_endpoint: 'http://169.254.169.254/token' }), 'code', 'AUTH.SSO_ADDRESS'],
    ['keeps its keys in a file', says({ jwks_uri: 'file:///etc/passwd' }), 'code', 'AUTH.SSO_ADDRESS'],
    ['has no PKCE', says({ code_challenge_methods_supported: ['plain'] }), 'code', 'AUTH.SSO_UNFIT'],
    ['has no code flow', says({ response_types_supported: ['id_token'] }), 'code', 'AUTH.SSO_UNFIT'],
    ['has no place for codes', says({ token_endpoint: undefined }), 'code', 'AUTH.SSO_UNFIT'],
    ['wants keys of its clients', says({ token_endpoint_auth_methods_supported: ['private_key_jwt'] }), 'code', 'AUTH.SSO_UNFIT'],
    ['has no form_post', says({ response_modes_supported: ['query'] }), 'id_token', 'AUTH.SSO_UNFIT'],
  ])('%s', async (_what, says2, responseType, code) => {
    answer = says2;
    expect(await ask(address, responseType)).toBe(code);
  });

  test('a change is looked at like a first configuration, and a refused one leaves what was there', async () => {
    const { clientId, issuer } = provider;
    const change = (entered: { readonly issuer?: string; readonly responseType?: 'code' | 'id_token' }) =>
      owner.refusal('authOpenID:updateConfig', {
        id: configId,
        clientId,
        clientSecret: 's',
        issuer: address,
        responseType: 'code',
        enabled: true,
        ...entered,
      });
    for (const [says2, code] of [
      [() => ({ status: 404, body: '{}' }), 'AUTH.SSO_METADATA'],
      [() => ({ status: 503, body: '{}' }), 'AUTH.SSO_AWAY'],
      [says({ issuer: 'https://other.example' }), 'AUTH.SSO_ISSUER'],
      [says({ response_types_supported: ['id_token'] }), 'AUTH.SSO_UNFIT'],
    ] as const) {
      answer = says2;
      expect(await change({})).toBe(code);
    }
    expect(await change({ issuer: 'file:///etc/passwd' })).toBe('AUTH.SSO_ADDRESS');
    await gate().update(tenants).set({ sso: 'unconfigured', mfaRequired: true }).where(eq(tenants.id, owner.tenantId));
    const fit = { clientId, issuer, responseType: 'code' as const, enabled: true };
    expect(await owner.refusal('authOpenID:updateConfig', { id: configId, ...fit })).toBe('AUTH.MFA_ON');
    await gate().update(tenants).set({ mfaRequired: false }).where(eq(tenants.id, owner.tenantId));
    const other = await server.user('owner');
    await gate().update(sessions).set({ authenticatedAt: 0 });
    expect(await other.refusal('authOpenID:createConfig', { ...fit, clientSecret: 's' })).toBe('WEB-11011');
    expect((await owner.call('authOpenID:getConfig', {})).issuer).toBe(issuer);
  });

  test.each([
    'http://169.254.169.254',
    'http://[::ffff:a9fe:a9fe]',
    'http://2852039166',
    'https://169.254.169.254/latest',
    'http://10.0.0.1',
    'http://login.example.com',
    'file:///etc/passwd',
    'gopher://127.0.0.1',
    'https://user:secret@login.example.com',
    'no address',
    'javascript:alert(1)',
  ])('%s is never called', async (issuer) => {
    answer = () => ({ status: 200, body: '{}' });
    expect(await ask(issuer)).toBe('AUTH.SSO_ADDRESS');
  });
});

describe('proving again who one is', () => {
  const askFor = async (browser: Browser, traveller: Traveller) => {
    const { path } = await browser.call('auth:reauthenticateWithProvider', {
      provider: 'openid',
      tenantSlug: slug,
      target: '/home?section=tenant&option=tenant_authentication',
    });
    traveller.setCookie(server.url, '__Host-sid', browser.cookie.split('=')[1]!);
    return server.url + path;
  };

  test('the provider asks for the credentials again, and the login is a recent one', async () => {
    person('ana', 'ana@example.com');
    await gate().delete(identities);
    const traveller = createTraveller();
    await signIn('ana', traveller);
    const browser = browserOf(traveller);
    await gate().update(sessions).set({ authenticatedAt: 0 });
    const save = (by: Browser) =>
      by.call('authOpenID:updateConfig', {
        id: configId,
        clientId: 'acequia',
        issuer: provider.issuer,
        responseType: 'code',
        enabled: true,
      });
    await expect(save(browser)).rejects.toMatchObject({ code: 'WEB-11011' });
    const landed = await enter(traveller, await toTheDoor(traveller, 'ana', await askFor(browser, traveller)));
    expect(landed.location).toBe(`${server.url}/home?section=tenant&option=tenant_authentication&reauthentication=done`);
    expect(landed.setCookies.some((each) => each.startsWith('__Host-sid='))).toBe(true);
    await expect(save(browserOf(traveller))).resolves.toMatchObject({ id: configId });
    await owner.call('auth:reauthenticateWithCredential', { email: 'ana@example.com', password: ownerPassword });
  });

  test('somebody else at the provider is a mismatch: WEB-11011, and the session stays as old as it was', async () => {
    person('ana', 'ana@example.com');
    person('else', 'else@example.com');
    await invite('else@example.com');
    await signIn('else');
    const browser = server.browser();
    await browser.call('auth:login', { email: 'ana@example.com', password: ownerPassword });
    await gate().update(sessions).set({ authenticatedAt: 0 });
    const traveller = createTraveller();
    const landed = await enter(traveller, await toTheDoor(traveller, 'else', await askFor(browser, traveller)));
    expect(new URL(landed.location!).searchParams.get('reauthentication')).toBe('WEB-11011');
    expect((await browser.call('auth:session', {})).user.Email).toBe('ana@example.com');
    expect(await gate().select().from(sessions).where(gt(sessions.authenticatedAt, 0))).toEqual([]);
    await owner.call('auth:reauthenticateWithCredential', { email: 'ana@example.com', password: ownerPassword });
  });

  test('another provider or tenant than the own is a mismatch', async () => {
    const refused = (provider: 'openid' | 'saml', tenantSlug: string) =>
      owner.refusal('auth:reauthenticateWithProvider', { provider, tenantSlug });
    expect([await refused('saml', slug), await refused('openid', 'other')]).toEqual(['WEB-11011', 'WEB-11011']);
  });

  test('another site cannot begin it', async () => {
    const response = await owner.fetch(`/sso/${slug}?again=1`, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(response.headers.get('location')).toContain('reason=AUTH.REQUIRED');
  });
});

test('one address begins at most a hundred ways in five minutes', async () => {
  const reasons = new Set<string | null>();
  for (let round = 0; round < 110; round += 1)
    reasons.add(new URL((await createTraveller().go(ssoPath())).location!).searchParams.get('reason'));
  expect(reasons.has('ACQ-TOO-MANY')).toBe(true);
  lateMs = 30 * minuteMs;
  expect((await createTraveller().go(ssoPath())).location).toContain(provider.issuer);
});

test('the roles of memberships are untouched by all of this', async () => {
  const rows = await gate().select().from(memberships).where(eq(memberships.tenantId, owner.tenantId));
  expect(rows.filter(({ role }) => role === 'owner')).toHaveLength(1);
});
