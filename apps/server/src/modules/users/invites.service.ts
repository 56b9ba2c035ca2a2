import { AppError, createId, dayMs, type Random } from '@acequia/base';
import type { Invite, Preferences } from '@acequia/contract';
import { mayAssign, type Role } from '@acequia/domain';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { createLinkToken, hashLinkToken } from '../../keys/link-token.ts';
import { inviteMail } from '../../mail/mail-texts.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { deleteOldInvites, findInviteByAddress, findInviteByToken, spendInvite, writeInvite } from './invites.store.ts';

/** quality.md 2.4: an invitation lasts 7 days. */
export const inviteLastsMs = 7 * dayMs;
/** An expired one stands in the list for so long, to be sent again. */
const expiredShownMs = 90 * dayMs;

/** An invitation that is written; its token goes to nobody but the one it is for. */
export interface InviteDraft {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface InviteInput {
  readonly tenantId: string;
  readonly email: string;
  readonly role: Role;
  /** Null: the operator. */
  readonly invitedBy: string | null;
  readonly now: number;
}

/** Writes an invitation; one that is pending for the address is replaced and its link dies. */
export async function draftInvite(tx: TenantTx | GateDb, random: Random, input: InviteInput): Promise<InviteDraft> {
  const token = createLinkToken(random);
  const { now, ...facts } = input;
  const id = await writeInvite(tx, {
    ...facts,
    id: createId('invite', random),
    tokenHash: hashLinkToken(token),
    invitedAt: now,
    expiresAt: now + inviteLastsMs,
  });
  return { id, email: input.email, token };
}

export interface InviteLetter {
  readonly language: Preferences['language'];
  readonly tenantName: string;
  /** Who invites; empty for the operator. */
  readonly by: string;
}

/** Sends committed invitations; without mail, or when it fails, the link is told to the one who invites. */
export const deliverInvites = (mailer: Mailer, letter: InviteLetter, drafts: readonly InviteDraft[]): Promise<Invite[]> =>
  Promise.all(
    drafts.map(async ({ id, email, token }) => {
      const path = `/join#token=${token}`;
      const sent = mailer.offered && (await mailer.send(inviteMail(letter.language, email, { ...letter, link: mailer.link(path) })));
      return { id, email, outcome: sent ? ('sent' as const) : ('link' as const), link: sent ? null : path };
    }),
  );

export interface OpenInvite {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly trialEndsAt: number | null;
  readonly email: string;
  readonly role: Role;
}

/** The invitation of a link. Throws AUTH.INVITE when it is unknown, used, too old, or its inviter could not give the role any more. */
export async function findOpenInvite(gate: GateDb, token: string, now: number): Promise<OpenInvite> {
  const open = openInvite(await findInviteByToken(gate, hashLinkToken(token), now));
  if (!open) throw new AppError('AUTH.INVITE');
  return open;
}

/** An invitation that waits for an address which is proven otherwise than by a link, with the hash that uses it up. */
export async function findInviteOf(gate: GateDb, tenantId: string, email: string, now: number) {
  const found = await findInviteByAddress(gate, tenantId, email, now);
  const open = openInvite(found);
  return found && open && { ...open, tokenHash: found.invite.tokenHash };
}

function openInvite(found: Awaited<ReturnType<typeof findInviteByToken>>): OpenInvite | undefined {
  if (!found) return undefined;
  const { invite, tenant, inviterRole } = found;
  if (invite.invitedBy !== null && (inviterRole === null || !mayAssign(inviterRole, invite.role))) return undefined;
  return { tenantId: tenant.id, tenantName: tenant.name, trialEndsAt: tenant.trialEndsAt, email: invite.email, role: invite.role };
}

/** Uses a link up, inside the transaction that makes the member. Throws AUTH.INVITE for all but the first. */
export const useInvite = (gate: GateDb, token: string): Promise<void> => useInviteHash(gate, hashLinkToken(token));

export async function useInviteHash(gate: GateDb, tokenHash: Buffer): Promise<void> {
  if (!(await spendInvite(gate, tokenHash))) throw new AppError('AUTH.INVITE');
}

/** Forgets invitations that ended long ago. */
export const forgetOldInvites = (gate: GateDb, now: number): Promise<void> => deleteOldInvites(gate, now - expiredShownMs);
