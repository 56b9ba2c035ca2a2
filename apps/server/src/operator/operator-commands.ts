import { AppError, type Clock, type Random } from '@acequia/base';
import { egressRuleSchema, egressRulesMax, type InstallationEgress, type Invite } from '@acequia/contract';
import { features } from '@acequia/domain';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import type { Clusters } from '../fleet/new-cluster.service.ts';
import type { KekStore } from '../keys/kek.ts';
import { rotateKey } from '../keys/rotation.ts';
import type { Mailer } from '../mail/mailer.ts';
import { verifyActivity, type TenantAudit } from '../modules/activity/audit.ts';
import type { HeadFile } from '../modules/activity/head-file.ts';
import { defaultPreferences } from '../modules/auth/auth.service.ts';
import type { Installation } from '../modules/installation/installation.service.ts';
import type { MfaReset } from '../modules/auth/mfa-reset.service.ts';
import type { Recovery } from '../modules/auth/recovery.service.ts';
import { switchFeatures } from '../modules/tenants/features.service.ts';
import { createOperatorActivity } from './operator-activity.ts';
import { changeTrial } from '../modules/tenants/trial.service.ts';
import { createTenant } from '../modules/tenants/new-tenant.service.ts';
import { deliverInvites, draftInvite } from '../modules/users/invites.service.ts';

/** What an operator may ask of the running server: `noun/verb` → its answer. Throws AppError. */
export type OperatorCommands = Readonly<Record<string, (input: unknown, ip: string) => Promise<unknown>>>;

export interface OperatorCommandsDeps {
  readonly database: Database;
  readonly kek: KekStore;
  readonly heads: HeadFile;
  readonly recovery: Recovery;
  readonly mfaReset: MfaReset;
  readonly mailer: Mailer;
  readonly clusters: Clusters;
  readonly installation: Installation;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the deployment has trials. */
  readonly trials: boolean;
  /** Called after a commit that other processes hear of. */
  readonly changed: () => void;
}

export interface ResetLinkAnswer {
  /** To be opened on the console's address, within 30 minutes, once. */
  readonly path: string;
}

export interface TenantAnswer {
  readonly id: string;
  readonly slug: string;
  readonly invite: Invite;
}

export interface TrialAnswer {
  /** ms since 1970; null: the tenant has no trial. */
  readonly trialEndsAt: number | null;
}

export interface KeysAnswer {
  /** How many keys are sealed with the new one; null when the key comes from the environment and has no successor there. */
  readonly keys: number | null;
}

export interface AuditAnswer {
  readonly tenants: readonly TenantAudit[];
}

export interface EnrolmentAnswer {
  /** For one worker, once, within 15 minutes. */
  readonly token: string;
}

const clusterName = z.string().trim().min(1).max(64);
const port = z.int().min(1).max(65_535);
const clusterInput = z.object({
  name: clusterName,
  host: z.string().trim().min(1).max(253),
  ports: z.object({ from: port, to: port }).refine(({ from, to }) => from <= to),
  fileRoots: z
    .array(
      z
        .string()
        .max(512)
        .regex(/^(?:[^=/\p{Cc}]+=)?\/\P{Cc}*$/u),
    )
    .max(20),
});
const enrolInput = z.object({ name: clusterName });
const removeWorkerInput = z.object({ name: clusterName, worker: z.string().trim().min(1).max(128) });
const resetLinkInput = z.object({ email: z.email().max(254) });
const featuresInput = z.object({ slug: z.string().max(64), features: z.array(z.enum(features)) });
const trialInput = z.intersection(
  z.object({ slug: z.string().max(64) }),
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('extend'), days: z.int().min(1).max(3650) }),
    z.object({ action: z.enum(['end', 'remove']) }),
  ]),
);
const egressInput = z.object({ loopback: z.boolean(), rules: z.array(egressRuleSchema).max(egressRulesMax) });
const operatorInput = z.object({ slug: z.string().max(64), operator: z.boolean() });
const tenantInput = z.object({ name: z.string().trim().min(1).max(100), owner: z.email().max(254) });

export function createOperatorCommands({
  database,
  kek,
  heads,
  recovery,
  mfaReset,
  mailer,
  clusters,
  installation,
  clock,
  random,
  trials,
  changed,
}: OperatorCommandsDeps): OperatorCommands {
  const activity = createOperatorActivity(clock);
  const issueLink = async (issue: Recovery['issueLink'], input: unknown, ip: string): Promise<ResetLinkAnswer> => {
    const email = read(resetLinkInput, input).email.toLowerCase();
    const path = await issue(email, (tx) => activity.ofUser(tx, email, { entity: 'users', operation: 'update', name: email, ip }));
    if (path === undefined) throw new AppError('ACQ-NOT-FOUND');
    return { path };
  };
  return {
    'user/reset-link': (input, ip) => issueLink(recovery.issueLink, input, ip),
    'user/reset-mfa-link': (input, ip) => issueLink(mfaReset.issueLink, input, ip),
    'keys/rotate': async (_input, ip): Promise<KeysAnswer> => {
      const event = { entity: 'secret', operation: 'update', name: 'keys', ip } as const;
      return (await rotateKey(database, kek, (tx) => activity.everywhere(tx, event))) ?? { keys: null };
    },
    'audit/verify': async (): Promise<AuditAnswer> => ({ tenants: await verifyActivity(database.gate, heads) }),
    'cluster/create': async (input, ip): Promise<EnrolmentAnswer> => {
      const wish = read(clusterInput, input);
      const event = { entity: 'cluster', operation: 'create', name: wish.name, ip } as const;
      return { token: await clusters.create(wish, (tx) => activity.everywhere(tx, event)) };
    },
    'cluster/enrol': async (input, ip): Promise<EnrolmentAnswer> => {
      const { name } = read(enrolInput, input);
      const event = { entity: 'cluster', operation: 'update', name, ip } as const;
      return { token: await clusters.enrol(name, (tx) => activity.everywhere(tx, event)) };
    },
    'cluster/remove-worker': async (input, ip): Promise<Record<never, never>> => {
      const { name, worker } = read(removeWorkerInput, input);
      const event = { entity: 'cluster', operation: 'update', name: `${name}: ${worker}`, ip } as const;
      await clusters.removeWorker(name, worker, (tx) => activity.everywhere(tx, event));
      return {};
    },
    'cluster/remove': async (input, ip): Promise<Record<never, never>> => {
      const { name } = read(enrolInput, input);
      const event = { entity: 'cluster', operation: 'delete', name, ip } as const;
      await clusters.remove(name, (tx) => activity.everywhere(tx, event));
      return {};
    },
    'installation/egress': (): Promise<InstallationEgress> => installation.getEgress(),
    'installation/update-egress': async (input, ip): Promise<InstallationEgress> => {
      const event = { entity: 'installation', operation: 'update', name: 'egress', ip } as const;
      return installation.updateEgress(read(egressInput, input), (tx) => activity.everywhere(tx, event));
    },
    'installation/operator': async (input, ip): Promise<Record<never, never>> => {
      const { slug, operator } = read(operatorInput, input);
      const event = { entity: 'installation', operation: 'update', name: operator ? 'operator' : 'no operator', ip } as const;
      await installation.setOperator(slug, operator, (tx) => activity.inTenant(tx, slug, event));
      return {};
    },
    'tenant/features': async (input, ip): Promise<Record<never, never>> => {
      const { slug, features: wanted } = read(featuresInput, input);
      await database.gate.transaction(async (tx) => {
        await switchFeatures(tx, slug, wanted);
        await activity.inTenant(tx, slug, { entity: 'tenant', operation: 'update', name: `features: ${wanted.join(', ')}`, ip });
      });
      return {};
    },
    'tenant/trial': async (input, ip): Promise<TrialAnswer> => {
      const { slug, ...change } = read(trialInput, input);
      const trialEndsAt = await database.gate.transaction(async (tx) => {
        const endsAt = await changeTrial(tx, slug, change, clock.now());
        await activity.inTenant(tx, slug, { entity: 'tenant', operation: 'update', name: `trial: ${change.action}`, ip });
        return endsAt;
      });
      return { trialEndsAt };
    },
    'tenant/create': async (input, ip): Promise<TenantAnswer> => {
      const { name, owner } = read(tenantInput, input);
      const now = clock.now();
      const made = await database.gate.transaction(async (tx) => {
        await installation.assertTenantFits(tx);
        const tenant = await createTenant(tx, name, now, { trial: trials });
        const email = owner.toLowerCase();
        const draft = await draftInvite(tx, random, { tenantId: tenant.id, email, role: 'owner', invitedBy: null, now });
        await activity.inTenant(tx, tenant.slug, { entity: 'tenant', operation: 'create', name, ip });
        return { tenant, draft };
      });
      changed();
      const letter = { language: defaultPreferences.language, tenantName: name, by: '' };
      const [invite] = await deliverInvites(mailer, letter, [made.draft]);
      return { id: made.tenant.id, slug: made.tenant.slug, invite: invite! };
    },
  };
}

function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.code]));
  throw new AppError('WEB-00022', { fields });
}
