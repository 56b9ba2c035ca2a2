import { AppError } from '@acequia/base';
import type { ErrorCode } from '@acequia/contract';

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

/** A refusal whose `internal` begins with the reason; AUTH.SSO_TOKEN where no code of its own helps a person. */
export const samlFault = (reason: SamlReason, detail?: string, cause?: unknown): AppError =>
  new AppError(codes[reason] ?? 'AUTH.SSO_TOKEN', {
    ...(reason === 'status' ? { fields: { reason: detail ?? '' } } : {}),
    internal: detail === undefined ? reason : `${reason}, ${detail}`,
    ...(cause === undefined ? {} : { cause }),
  });
