import { randomUUID } from 'node:crypto';
import type { Preferences } from '@acequia/contract';
import type { Role } from '@acequia/domain';
import type { GateDb } from '../../db/database.ts';
import { useInviteHash } from '../users/invites.service.ts';
import { defaultPreferences } from './auth.service.ts';
import { insertMember, insertUser } from './auth.store.ts';

export interface InvitedPerson {
  readonly tenantId: string;
  readonly tokenHash: Buffer;
  readonly email: string;
  readonly role: Role;
  readonly name: string;
  readonly surname: string;
  readonly language: Preferences['language'];
}

/**
 * An account without a password, and its membership, for somebody invited whose address an identity provider has verified; uses the
 * invitation up. Inside the caller's transaction. Throws AUTH.INVITE when another one was quicker.
 */
export async function makeInvitedMember(tx: GateDb, person: InvitedPerson, now: number): Promise<string> {
  const { tenantId, email, role, name, surname, language } = person;
  await useInviteHash(tx, person.tokenHash);
  const id = randomUUID();
  await insertUser(tx, { id, email, name, surname, preferences: { ...defaultPreferences, language }, createdAt: now }, undefined);
  await insertMember(tx, { tenantId, userId: id, role });
  return id;
}
