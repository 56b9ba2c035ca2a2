import { AppError } from '@acequia/base';
import type { ErrorCode } from '@acequia/contract';
import type { SsoDenial } from '@acequia/domain';

/** Why an answer of an identity provider is not believed; for the log and the tests. People read the code's text. */
export type SamlReason =
  | 'size'
  | 'encoding'
  | 'xml'
  | 'structure'
  | 'encrypted'
  | 'identifiers'
  | 'algorithm'
  | 'transform'
  | 'signature'
  | 'certificate'
  | 'status'
  | 'issuer'
  | 'destination'
  | 'request'
  | 'subject'
  | 'name-id'
  | 'recipient'
  | 'audience'
  | 'conditions'
  | 'time'
  | 'replay';

const codes: { readonly [R in SamlReason]?: ErrorCode } = {
  certificate: 'AUTH.SAML_CERTIFICATE_EXPIRED',
  status: 'AUTH.SSO_DENIED',
};

/** SAML core 3.2.2.2. An unknown person and a wrong password are told alike. */
const denials: Readonly<Record<string, SsoDenial>> = {
  AuthnFailed: 'refused',
  UnknownPrincipal: 'refused',
  RequestDenied: 'refused',
  NoPassive: 'login',
  NoAuthnContext: 'login',
  InvalidNameIDPolicy: 'setup',
  RequestUnsupported: 'setup',
  UnsupportedBinding: 'setup',
  Requester: 'setup',
  VersionMismatch: 'setup',
  Responder: 'busy',
};

const denialOf = (status = ''): SsoDenial => (Object.hasOwn(denials, status) ? denials[status]! : 'other');

/** A refusal whose `internal` begins with the reason; AUTH.SSO_TOKEN where no code of its own helps a person. */
export const samlFault = (reason: SamlReason, detail?: string, cause?: unknown): AppError =>
  new AppError(codes[reason] ?? 'AUTH.SSO_TOKEN', {
    ...(reason === 'status' ? { fields: { reason: denialOf(detail) } } : {}),
    internal: detail === undefined ? reason : `${reason}, ${detail}`,
    ...(cause === undefined ? {} : { cause }),
  });
