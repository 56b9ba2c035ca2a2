import { minuteMs } from '@acequia/base';
import type { Expected } from './assertion-claims.ts';
import type { Lab } from './test-corpus/index.ts';
import type { Answer } from './test-documents.ts';
import { createProviderKey } from './test-provider-key.ts';

/** A moment, a tenant, its provider, and a right answer of it. */
export const now = Date.parse('2026-11-22T10:00:00Z');
const base = 'https://acequia.example.com/sso/vega/saml';

const answer: Answer = {
  now,
  responseId: '_response',
  assertionId: '_assertion',
  issuer: 'https://idp.example.com/metadata',
  audience: `${base}/metadata`,
  acsUrl: `${base}/acs`,
  requestId: '_request',
  nameId: 'jonas@example.com',
  nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  attributes: { givenName: 'Jonas' },
  pieces: {},
};

export const lab: Lab = { answer, key: createProviderKey(now), strange: createProviderKey(now) };

export const expected: Expected = {
  idpEntityId: answer.issuer,
  audience: answer.audience,
  acsUrl: answer.acsUrl,
  requestId: answer.requestId,
  nameIdFormat: 'emailAddress',
  now,
};

/** Until when the answer holds, the provider's clock aside. */
export const answerEndsAt = now + 5 * minuteMs;
