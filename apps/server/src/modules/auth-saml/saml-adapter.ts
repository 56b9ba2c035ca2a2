import { AppError, type Clock, type Random } from '@acequia/base';
import type { Database } from '../../db/database.ts';
import type { ProvenIdentity, SsoAdapter, SsoTenant } from '../sso/sso-adapter.ts';
import { clockSkewMs, type Claims } from './assertion-claims.ts';
import { findSamlConfig, useAssertion, type SamlConfigRow } from './auth-saml.store.ts';
import { certificatesInForce } from './certificates.ts';
import { personOf } from './person.ts';
import { samlFault } from './saml-fault.ts';
import { verifyResponse } from './saml-response.ts';
import { createRequestId, loginUrl, serviceProviderOf } from './service-provider.ts';

export interface SamlAdapterDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/** SAML 2.0, web browser single sign-on begun here: the request by redirect, the answer by form. */
export function createSamlAdapter({ database, clock, random }: SamlAdapterDeps): SsoAdapter {
  const configOf = async (tenant: SsoTenant): Promise<SamlConfigRow> => {
    const config = await database.withTenant(tenant.id, findSamlConfig);
    if (!config) throw new AppError('AUTH.SSO_OFF');
    return config;
  };
  return {
    provider: 'saml',
    stateParameter: 'RelayState',
    start: async ({ tenant, origin, state, again }) => {
      const { ssoUrl, nameIdFormat, certificates } = await configOf(tenant);
      const now = clock.now();
      if (certificatesInForce(certificates, now).length === 0) throw samlFault('certificate', 'none in force');
      const requestId = createRequestId(random);
      const url = loginUrl({ ...serviceProviderOf(origin, tenant.slug), requestId, ssoUrl, nameIdFormat, again, relayState: state, now });
      return { url, facts: { requestId, askedAt: String(now) } };
    },
    finish: async ({ tenant, origin, parameters, facts, again }): Promise<ProvenIdentity> => {
      const config = await configOf(tenant);
      const now = clock.now();
      const answers = parameters.getAll('SAMLResponse');
      if (answers.length !== 1) throw samlFault('encoding', 'not exactly one answer');
      const { entityId, acsUrl } = serviceProviderOf(origin, tenant.slug);
      const claims = verifyResponse(answers[0]!, certificatesInForce(config.certificates, now), {
        idpEntityId: config.idpEntityId,
        audience: entityId,
        acsUrl,
        requestId: facts['requestId'] ?? '',
        nameIdFormat: config.nameIdFormat,
        now,
      });
      if (again) assertFresh(claims, Number(facts['askedAt']));
      const { assertionId, endsAt } = claims;
      const first = await database.withTenant(tenant.id, (tx) =>
        useAssertion(tx, { tenantId: tenant.id, assertionId, endsAt: endsAt + clockSkewMs }),
      );
      if (!first) throw samlFault('replay');
      return { issuer: config.idpEntityId, subject: claims.nameId, savedRole: config.savedRole, ...personOf(claims) };
    },
  };
}

/** Who proves a session anew has shown the credentials since we asked, and not before. */
function assertFresh({ loggedInAt }: Claims, askedAt: number): void {
  if (!(loggedInAt >= askedAt - clockSkewMs)) throw samlFault('time', 'an earlier login');
}
