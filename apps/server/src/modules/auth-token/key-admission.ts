import { AppError, type Clock, type Random } from '@acequia/base';
import type { GateDb } from '../../db/database.ts';
import type { ChangeRelay } from '../../dispatch/relay.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { wholePreferences } from '../auth/whole-preferences.service.ts';
import { createWatchedEnds, type WatchedEnd } from '../../http/watched-ends.ts';
import { sessionTenant } from '../tenants/session-tenant.service.ts';
import { inAddresses } from './address-list.ts';
import { findByAccessHash, findByKeyHash, insertAccessToken, markUsed } from './auth-token.store.ts';
import { createToken, hashToken, readToken } from './token-text.ts';

/** Who calls with an API key, or with a token exchanged for one. */
export interface KeyAdmission {
  /** In the name of who made it, with the key's own role: it belongs to the organization. Throws AUTH.KEY, with the same answer whatever is wrong with it. */
  admit(token: string, ip: string): Promise<ActiveSession>;
  /** A token that works like the key until it ends. Throws AUTH.KEY for anyone who has not come with a key itself. */
  exchange(session: ActiveSession, lifetimeSeconds: number): Promise<{ readonly token: string; readonly expiration: number }>;
  /** Aborts when the key is removed; streams wait for it, and close it. */
  watch(keyId: string): WatchedEnd;
}

export interface KeyAdmissionDeps {
  readonly gate: GateDb;
  readonly relay: Pick<ChangeRelay, 'subscribe'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the deployment has trials. */
  readonly trials: boolean;
}

export function createKeyAdmission({ gate, relay, clock, random, trials }: KeyAdmissionDeps): KeyAdmission {
  const ends = createWatchedEnds();
  relay.subscribe(({ entity, id }) => {
    if (entity !== 'token') return;
    ends.end(id, new AppError('AUTH.KEY'));
  });
  return {
    admit: async (token, ip) => {
      const kind = readToken(token);
      const now = clock.now();
      const hash = hashToken(token);
      const found =
        kind === 'key' ? await findByKeyHash(gate, hash, now) : kind === 'tmp' ? await findByAccessHash(gate, hash, now) : undefined;
      const usable = found?.tenant.features.includes('api-keys') && inAddresses(found.key.addresses, ip);
      if (!found || !usable) throw new AppError('AUTH.KEY');
      const { key, user, tenant } = found;
      await markUsed(gate, key, now);
      const endsAt = Math.min(key.expiresAt ?? Number.MAX_SAFE_INTEGER, found.endsAt ?? Number.MAX_SAFE_INTEGER);
      return {
        id: key.id,
        tenantId: tenant.id,
        tenant: sessionTenant(tenant, trials, now),
        user: { id: user.id, email: user.email, name: user.name, surname: user.surname },
        role: key.role,
        preferences: wholePreferences(user.preferences),
        expiresAt: endsAt,
        via: 'password',
        hasPassword: false,
        step: null,
        authenticatedAt: 0,
        key: { id: key.id, name: key.name, exchanged: kind === 'tmp' },
      };
    },
    exchange: async ({ key, tenantId, expiresAt }, lifetimeSeconds) => {
      if (!key || key.exchanged) throw new AppError('AUTH.KEY');
      const token = createToken('tmp', random);
      const endsAt = Math.min(clock.now() + lifetimeSeconds * 1000, expiresAt);
      await insertAccessToken(gate, { tokenHash: hashToken(token), tenantId, keyId: key.id, expiresAt: endsAt });
      return { token, expiration: Math.floor(endsAt / 1000) };
    },
    watch: (keyId) => ends.watch(keyId),
  };
}
