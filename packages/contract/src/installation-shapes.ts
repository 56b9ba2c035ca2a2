import { filledLine } from '@acequia/base/bounded';
import * as z from 'zod';

/** A host (`*.example.com` for all below), an address, or a network such as `10.0.0.0/8`. Whether it is one, the server says. */
const egressAddressSchema = filledLine(253);

/** Where organizations may send besides public addresses. */
export const egressRuleSchema = z.object({
  address: egressAddressSchema,
  /** Null: every port. */
  port: z.int().min(1).max(65_535).nullable(),
  /** Null: every organization. */
  tenantId: z.uuid().nullable(),
});
export type EgressRule = z.infer<typeof egressRuleSchema>;

export const egressRulesMax = 500;

/** Where the parts of the installation may call. */
export const installationEgressSchema = z.object({
  /** Of the environment (`ACEQUIA_EGRESS`). `public-only`: private addresses only by rules, also for one organization. */
  mode: z.enum(['open', 'public-only']),
  /** What holds for private addresses now: `open` to the only organization, or `rules` alone. */
  private: z.enum(['open', 'rules']),
  /** Whether the only organization may call this machine itself. */
  loopback: z.boolean(),
  /** Null: nobody has decided yet, which a second organization needs. */
  rules: z.array(egressRuleSchema).nullable(),
  /** For the choice of a rule's organization. */
  tenants: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
});
export type InstallationEgress = z.infer<typeof installationEgressSchema>;
