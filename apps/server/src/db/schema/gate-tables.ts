import { bigint, boolean, customType, foreignKey, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { EgressRule, Preferences } from '@acequia/contract';
import type { Report } from '@acequia/contract/fleet';
import type { Feature, LoginStep, Role, SessionVia, SsoState } from '@acequia/domain';

/** Bytes as a Buffer. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
/** ms since 1970; fits a JavaScript number. */
export const moment = (name: string) => bigint(name, { mode: 'number' });

export const installation = pgTable('installation', {
  id: smallint('id').primaryKey().default(1),
  setupCodeHash: bytea('setup_code_hash'),
  fleetKeySealed: bytea('fleet_key_sealed').notNull(),
  fleetPublicKey: text('fleet_public_key').notNull(),
  kekCheck: bytea('kek_check').notNull(),
  egressLoopback: boolean('egress_loopback').notNull().default(true),
  /** Null: nobody has decided. */
  egressRules: jsonb('egress_rules').$type<EgressRule[]>(),
});

export const tenants = pgTable('tenants', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
  features: text('features').array().$type<Feature[]>().notNull().default(['alerts', 'engine-alerts', 'api-keys']),
  mfaRequired: boolean('mfa_required').notNull().default(false),
  sso: text('sso').$type<SsoState>().notNull().default('unconfigured'),
  /** Viewers may see what is in events. */
  viewersReadContent: boolean('viewers_read_content').notNull().default(true),
  /** Null: no trial. */
  trialEndsAt: moment('trial_ends_at'),
  trialStoppedAt: moment('trial_stopped_at'),
  /** Of a day; null: no limit. */
  ingestLimitBytes: bigint('ingest_limit_bytes', { mode: 'number' }),
  /** Its owners run the installation. */
  operator: boolean('operator').notNull().default(false),
  /** Whose demo it is; null: a real one. */
  demoOf: uuid('demo_of'),
});

/** Older rows lack what was added since. */
type Added = 'timeZone' | 'tables' | 'editor';
export type StoredPreferences = Omit<Preferences, Added> & Partial<Pick<Preferences, Added>>;

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  surname: text('surname').notNull(),
  company: text('company').notNull().default(''),
  preferences: jsonb('preferences').$type<StoredPreferences>().notNull(),
  /** Where a login begins, while the user is a member there. */
  defaultTenantId: uuid('default_tenant_id'),
  createdAt: moment('created_at').notNull(),
});

export const credentials = pgTable('credentials', {
  userId: uuid('user_id').primaryKey(),
  passwordHash: text('password_hash').notNull(),
  /** When it was set with a link of a mail; null: it was set otherwise since. */
  mailedAt: moment('mailed_at'),
});

export const memberships = pgTable(
  'memberships',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Last sign of life in this tenant. */
    lastSeenAt: moment('last_seen_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    /** Of the present secret of the cookie; the rest of its life is in modules/auth/session-renewal.ts. */
    secretHash: bytea('secret_hash').notNull(),
    renewedAt: moment('renewed_at').notNull(),
    seed: bytea('seed'),
    previousHash: bytea('previous_hash'),
    replacedAt: moment('replaced_at'),
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
    ip: text('ip').notNull(),
    /** What its browser says it is, as of the first request with the cookie; null before. */
    userAgent: text('user_agent'),
    /** What is missing before the session may do anything; null: nothing. */
    step: text('step').$type<LoginStep>(),
    /** When the user last proved who they are. */
    authenticatedAt: moment('authenticated_at').notNull(),
    via: text('via').$type<SessionVia>().notNull().default('password'),
  },
  (table) => [foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [memberships.tenantId, memberships.userId] })],
);

export const loginAttempts = pgTable('login_attempts', {
  subject: text('subject').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: moment('last_at').notNull(),
  blockedUntil: moment('blocked_until').notNull(),
});

export const clusters = pgTable('clusters', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  host: text('host').notNull(),
  portFrom: integer('port_from').notNull(),
  portTo: integer('port_to').notNull(),
  fileRoots: text('file_roots').array().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const tenantClusters = pgTable(
  'tenant_clusters',
  { tenantId: uuid('tenant_id').notNull(), clusterId: text('cluster_id').notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.clusterId] })],
);

export const enrolments = pgTable('enrolments', {
  tokenHash: bytea('token_hash').primaryKey(),
  clusterId: text('cluster_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const workers = pgTable('workers', {
  id: text('id').primaryKey(),
  clusterId: text('cluster_id').notNull(),
  /** Of servers of the release before, which still write it. */
  number: integer('number'),
  name: text('name').notNull(),
  signingKey: text('signing_key').notNull(),
  sealingKey: text('sealing_key').notNull(),
  epoch: moment('epoch').notNull().default(0),
  lastReport: moment('last_report').notNull().default(-1),
  version: text('version').notNull().default(''),
  components: jsonb('components').$type<Record<string, string>>().notNull().default({}),
  readRoots: text('read_roots').array(),
  lastSeenAt: moment('last_seen_at'),
  deployment: text('deployment'),
  vitals: jsonb('vitals').$type<Report['vitals']>().notNull().default({ memoryBytes: 0, cpuFraction: 0, journalBytes: 0 }),
  silent: boolean('silent').notNull().default(false),
  revoked: boolean('revoked').notNull().default(false),
  copiedAt: moment('copied_at'),
  /** Hash of the token that it joined with last. */
  joinedWith: bytea('joined_with'),
  createdAt: moment('created_at').notNull(),
});

export const workerLogs = pgTable('worker_logs', {
  id: text('id').primaryKey(),
  number: integer('number').generatedAlwaysAsIdentity({ startWith: 2 }).unique(),
  workerId: text('worker_id').notNull(),
  opened: integer('opened').notNull().default(0),
  openedBy: text('opened_by').notNull().default(''),
  createdAt: moment('created_at').notNull(),
});

export const workerNonces = pgTable(
  'worker_nonces',
  { workerId: text('worker_id').notNull(), nonce: text('nonce').notNull(), epoch: moment('epoch').notNull() },
  (table) => [primaryKey({ columns: [table.workerId, table.nonce] })],
);

export const dispatch = pgTable('dispatch', {
  tenantId: uuid('tenant_id'),
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  seq: bigint('seq', { mode: 'number' }).unique(),
  entity: text('entity').notNull(),
  objectId: text('object_id').notNull(),
  at: moment('at').notNull(),
});
