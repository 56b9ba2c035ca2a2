import { ssoDenials } from '@acequia/domain';
import { expect, test } from 'vitest';
import { samlFault } from '../auth-saml/saml-fault.ts';
import { deniedBy } from './openid-denial.ts';

test.each([
  ['access_denied', 'refused'],
  ['login_required', 'login'],
  ['consent_required', 'consent'],
  ['invalid_grant', 'again'],
  ['invalid_client', 'setup'],
  ['temporarily_unavailable', 'busy'],
  ['user_not_found', 'other'],
  ['__proto__', 'other'],
  ['constructor', 'other'],
])('%s of OpenID Connect is told as %s, without words of the provider', (error, reason) => {
  const denied = deniedBy(error, 'no such user as ana@example.com\u0000');
  expect([denied.code, denied.fields]).toEqual(['AUTH.SSO_DENIED', { reason }]);
  expect(denied.internal).toBe(`${error} no such user as ana@example.com `);
});

test.each([
  ['AuthnFailed', 'refused'],
  ['UnknownPrincipal', 'refused'],
  ['NoPassive', 'login'],
  ['InvalidNameIDPolicy', 'setup'],
  ['Responder', 'busy'],
  ['__proto__', 'other'],
  [undefined, 'other'],
])('%s of SAML is told as %s: an unknown person like a wrong password', (status, reason) => {
  expect(samlFault('status', status)).toMatchObject({ code: 'AUTH.SSO_DENIED', fields: { reason } });
  expect(ssoDenials).toContain(reason);
});
