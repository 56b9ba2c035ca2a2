import { roles, ssoStates } from '@acequia/domain';
import * as z from 'zod';
import { moment } from './shapes.ts';

/** Settings of a tenant, each with its type. `CONTENT`: whether viewers may see what is in events. `SSO` follows from the configuration of single sign-on and is changed there. */
export const tenantSettingSchema = z.discriminatedUnion('settingType', [
  z.object({ settingType: z.literal('MFA'), value: z.object({ enabled: z.boolean() }) }),
  z.object({ settingType: z.literal('SSO'), value: z.object({ enabled: z.boolean(), state: z.enum(ssoStates) }) }),
  z.object({ settingType: z.literal('CONTENT'), value: z.object({ enabled: z.boolean() }) }),
]);

export const tenantSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** How many have accepted. */
  members: z.int(),
  /** Logins of this user begin here. */
  default: z.boolean(),
  /** The tenant whose demo it is; absent: a real one. */
  demoOf: z.string().optional(),
  settings: z.array(tenantSettingSchema),
});

export const membershipStatuses = ['ACCEPTED', 'PENDING'] as const;

/** A member of the tenant, or somebody who is invited and has not answered. */
export const tenantUserSchema = z.object({
  /** Of the user, or of the invitation while it is pending. */
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  roles: z.array(z.object({ id: z.enum(roles), name: z.enum(roles) })),
  /** The tenant of the session alone. */
  tenants: z.array(z.object({ id: z.string(), status: z.enum(membershipStatuses) })),
  /** Last sign of life in this tenant; null for never. */
  lastSeenAt: moment.nullable(),
  /** When the last invitation went out; null for a member. */
  invitedAt: moment.nullable(),
  /** End of the invitation; null for a member. */
  inviteExpiresAt: moment.nullable(),
});

/** What became of one invited address. */
export const inviteSchema = z.object({
  /** Of the invitation; null when there is none because the address is a member already. */
  id: z.string().nullable(),
  email: z.string(),
  /** `sent` by mail; `link` to hand on (no mail, or it failed); `member` already. */
  outcome: z.enum(['sent', 'link', 'member']),
  /** Path with the token in its fragment, told this once; null when a mail carries it. */
  link: z.string().nullable(),
});

export type TenantSetting = z.infer<typeof tenantSettingSchema>;
export type Tenant = z.infer<typeof tenantSchema>;
export type TenantUser = z.infer<typeof tenantUserSchema>;
export type Invite = z.infer<typeof inviteSchema>;
