import { randomBytes } from 'node:crypto';
import { hourMs, silentLog, systemClock, type Clock, type Log } from '@acequia/base';
import { contract, type EgressRule, type OperationInput, type OperationName, type OperationOutput } from '@acequia/contract';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { buildApp, type App } from './build-app.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { installation } from './db/schema/index.ts';
import { createTestDatabase, type TestDatabase } from './db/test-database.ts';
import type { StreamLimits } from './http/event-streams.ts';
import type { ProbeBudget } from './http/probe-limit.ts';
import type { MailSettings } from './mail/mailer.ts';
import { openInstallation } from './keys/installation.ts';
import type { KekStore } from './keys/kek.ts';
import { createKeyRing } from './keys/key-ring.ts';
import type { AssistantSettings } from './modules/assistant/assistant-settings.ts';
import { defaultRetention } from './modules/metrics/grains.ts';
import { testCatalogue } from './test-catalogue.ts';

/** A server of its own for a test file, on a free port of loopback, with a fresh database. */
export interface TestApp {
  readonly app: App;
  readonly db: TestDatabase;
  readonly url: string;
  /** A browser: keeps its cookie. */
  browser(): Browser;
  /** A browser of a new owner of the first tenant; call once. */
  firstOwner(): Promise<Browser>;
  /** A user of a tenant (a new one when absent), logged in. */
  user(role: 'owner' | 'admin' | 'viewer', tenantId?: string): Promise<Browser>;
  stop(): Promise<void>;
}

export interface Browser {
  readonly tenantId: string;
  call<O extends OperationName>(name: O, input: OperationInput<O>, signal?: AbortSignal): Promise<OperationOutput<O>>;
  /** The code an operation is refused with; fails when it succeeds. */
  refusal<O extends OperationName>(name: O, input: OperationInput<O>): Promise<string>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookie: string;
}

export const testOperatorToken = 'an operator token of tests, 40 letters';
export const testMetricsToken = 'a metrics token of tests, of 40 letters!';
export const ownerPassword = 'Agua-clara-1998';
export const testSessionLimits = { idleMs: 3_600_000, absoluteMs: 43_200_000 };

export async function createTestApp(
  options: {
    readonly clock?: Clock;
    readonly catalogue?: Catalogue;
    readonly consoleFolder?: string;
    readonly log?: Log;
    readonly mail?: MailSettings;
    readonly assistant?: AssistantSettings;
    readonly auditFolder?: string;
    readonly lookupBytesMax?: number;
    readonly kek?: KekStore;
    readonly trials?: boolean;
    readonly egress?: 'open' | 'public-only';
    /** What organizations may call; when absent, this machine. Null: nobody has decided. */
    readonly egressRules?: readonly EgressRule[] | null;
    readonly probeBudget?: ProbeBudget;
    readonly alertsEveryMs?: number;
    readonly trustedProxies?: readonly string[];
    readonly callLimit?: { readonly perSecond: number; readonly burst: number };
    readonly streamLimits?: StreamLimits;
    /** Of a server that was stopped before; absent: a new one. */
    readonly db?: TestDatabase;
    /** Of the new one, as of `openDatabase`. */
    readonly statementTimeoutMs?: number;
  } = {},
): Promise<TestApp> {
  const db = options.db ?? (await createTestDatabase('embedded', options.statementTimeoutMs));
  const clock = options.clock ?? systemClock;
  const kek = options.kek ?? { ring: createKeyRing(db.kek), renew: () => randomBytes(32), forget: () => undefined };
  const app = await buildApp({
    database: db.database,
    catalogue: options.catalogue ?? testCatalogue,
    kek,
    fleetKey: await openInstallation(db.database.gate, kek.ring),
    sessionLimits: testSessionLimits,
    clock,
    random: { bytes: (n) => randomBytes(n) },
    log: options.log ?? silentLog,
    consoleFolder: options.consoleFolder ?? '/nonexistent',
    consoleSettings: {},
    mail: options.mail,
    assistant: options.assistant,
    operatorToken: testOperatorToken,
    metricsToken: testMetricsToken,
    trials: options.trials ?? false,
    resetHoldMs: 24 * hourMs,
    retention: defaultRetention,
    publicUrl: undefined,
    egress: options.egress ?? 'open',
    probeBudget: options.probeBudget ?? { ofUser: 10_000, ofTenant: 10_000 },
    ownDoors: () => [`local:${new URL(url).port}`],
    lookupBytesMax: options.lookupBytesMax ?? 1024 ** 3,
    auditFolder: options.auditFolder,
    trustedProxies: options.trustedProxies ?? [],
    tls: undefined,
    passwordMemory: 64,
    ...(options.callLimit ? { callLimit: options.callLimit } : {}),
    ...(options.streamLimits ? { streamLimits: options.streamLimits } : {}),
    ...(options.alertsEveryMs === undefined ? {} : { alertsEveryMs: options.alertsEveryMs }),
  });
  const url: string = await app.http.listen({ host: '127.0.0.1', port: 0 });
  if (!options.db) {
    await addCluster(db);
    const rules = options.egressRules === undefined ? thisMachine : options.egressRules;
    await db.database.gate.update(installation).set({ egressRules: rules && [...rules] });
  }
  let users = 0;
  const browser = (): Browser => createBrowser(url);
  return {
    app,
    db,
    url,
    browser,
    firstOwner: async () => {
      const visitor = browser();
      const setupCode = (await app.auth.issueSetupCode())!;
      await visitor.call('auth:createOwner', {
        setupCode,
        email: 'ana@example.com',
        password: ownerPassword,
        name: 'Ana',
        surname: 'Vega',
        tenantName: 'Regadíos Vega',
      });
      return visitor;
    },
    user: async (role, tenantId) => {
      users += 1;
      const email = `user${users}@example.com`;
      await addUser(db, role, email, tenantId);
      const visitor = browser();
      await visitor.call('auth:login', { email, password: ownerPassword });
      return visitor;
    },
    stop: async () => {
      await app.stop();
      await db.drop();
    },
  };
}

type AnyCall = (input: unknown, options: { signal?: AbortSignal }) => Promise<unknown>;

function createBrowser(url: string): Browser {
  const state = { cookie: '', tenantId: '' };
  const send = async (request: Request | string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(request instanceof Request ? request.headers : init.headers);
    if (state.cookie !== '') headers.set('cookie', state.cookie);
    const response = await fetch(request, { ...init, headers, redirect: 'manual' });
    const set = response.headers.getSetCookie().find((each) => each.startsWith('__Host-sid='));
    if (set !== undefined) state.cookie = set.split(';')[0] ?? '';
    return response;
  };
  const link = new RPCLink({
    url: `${url}/rpc`,
    headers: { 'x-acequia': 'test' },
    fetch: (request, init) => send(request, init as RequestInit),
  });
  const client = createORPCClient(link) as unknown as Record<string, Record<string, AnyCall>>;
  const call = async (name: string, input: unknown, signal?: AbortSignal): Promise<unknown> => {
    const [noun = '', verb = ''] = name.split(':');
    const output = await client[noun]![verb]!(input, signal ? { signal } : {});
    const tenant = (output as { readonly user?: { readonly TenantId?: string } } | undefined)?.user?.TenantId;
    if (tenant !== undefined) state.tenantId = tenant;
    return output;
  };
  return {
    get tenantId() {
      return state.tenantId;
    },
    get cookie() {
      return state.cookie;
    },
    set cookie(value) {
      state.cookie = value;
    },
    call: call as unknown as Browser['call'],
    refusal: async (name, input) => {
      try {
        await call(name, input);
      } catch (error) {
        return (error as { readonly code: string }).code;
      }
      throw new Error(`${name} succeeded`);
    },
    fetch: (path, init) => send(url + path, init),
  };
}

const thisMachine: readonly EgressRule[] = ['127.0.0.0/8', '::1'].map((address) => ({ address, port: null, tenantId: null }));

const clusterId = 'CL_test';
export const testCluster = clusterId;

async function addCluster(db: TestDatabase): Promise<void> {
  const { clusters } = await import('./db/schema/index.ts');
  await db.database.gate.insert(clusters).values({
    id: clusterId,
    name: 'test',
    host: '127.0.0.1',
    portFrom: 1024,
    portTo: 65_535,
    fileRoots: ['/var/acequia'],
    createdAt: 0,
  });
}

async function addUser(db: TestDatabase, role: 'owner' | 'admin' | 'viewer', email: string, tenantId?: string): Promise<void> {
  const { credentials, memberships, tenantClusters, tenants, users } = await import('./db/schema/index.ts');
  const { createPasswords } = await import('./modules/auth/passwords.ts');
  const { defaultPreferences } = await import('./modules/auth/auth.service.ts');
  const { gate } = db.database;
  const tenant = tenantId ?? crypto.randomUUID();
  if (tenantId === undefined) {
    await gate.insert(tenants).values({ id: tenant, slug: tenant, name: `Tenant ${email}`, createdAt: 0 });
    await gate.insert(tenantClusters).values({ tenantId: tenant, clusterId });
  }
  const id = crypto.randomUUID();
  await gate.insert(users).values({ id, email, name: role, surname: 'Test', preferences: defaultPreferences, createdAt: 0 });
  await gate.insert(credentials).values({ userId: id, passwordHash: await createPasswords({ memoryCost: 64 }).hash(ownerPassword) });
  await gate.insert(memberships).values({ tenantId: tenant, userId: id, role });
}

/** All operation names of the contract. */
export const operationNames = Object.entries(contract).flatMap(([noun, verbs]) =>
  Object.keys(verbs).map((verb) => `${noun}:${verb}`),
) as OperationName[];
