import { AppError } from '@acequia/base';
import type { SsoDenial } from '@acequia/domain';

/** RFC 6749 4.1.2.1 and 5.2, OpenID Connect Core 3.1.2.6. */
const denials: Readonly<Record<string, SsoDenial>> = {
  access_denied: 'refused',
  login_required: 'login',
  interaction_required: 'login',
  account_selection_required: 'login',
  consent_required: 'consent',
  invalid_grant: 'again',
  invalid_client: 'setup',
  invalid_request: 'setup',
  invalid_scope: 'setup',
  unauthorized_client: 'setup',
  unsupported_grant_type: 'setup',
  unsupported_response_type: 'setup',
  server_error: 'busy',
  temporarily_unavailable: 'busy',
};

/** AUTH.SSO_DENIED with the closed reason for an error of the provider; its own words stay in `internal`. */
export const deniedBy = (error: string, description = ''): AppError =>
  new AppError('AUTH.SSO_DENIED', {
    fields: { reason: Object.hasOwn(denials, error) ? denials[error]! : 'other' },
    internal: plain(`${error} ${description}`.trim()),
  });

/** Words of a provider, short and without control characters. */
const plain = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, 120);
