/** How a code answers over HTTP and whether trying the same call again can help. */
export interface ErrorCodeFacts {
  readonly status: number;
  readonly retry: boolean;
}

const fact = (status: number, retry = false): ErrorCodeFacts => ({ status, retry });

/** Every code the product gives to a user: those of the specification's section 8, and our own (`ACQ-…`). Texts: texts.ts. */
export const errorCodes = {
  'WEB-00000': fact(500, true),
  'WEB-00001': fact(500, true),
  /** A template that there is not. */
  'WEB-00015': fact(404),
  'WEB-00017': fact(400),
  'WEB-00018': fact(400),
  'WEB-00019': fact(400),
  'WEB-00020': fact(400),
  'WEB-00022': fact(400),
  'WEB-00024': fact(400),
  'WEB-00025': fact(404),
  'WEB-00026': fact(404),
  'WEB-00027': fact(403),
  'WEB-00028': fact(400),
  'WEB-00029': fact(400),
  'WEB-00030': fact(400),
  'WEB-00031': fact(409),
  'WEB-00032': fact(400),
  'WEB-00034': fact(409),
  'WEB-00035': fact(409),
  'WEB-00508': fact(404),
  'WEB-10008': fact(404),
  'WEB-11009': fact(401),
  'WEB-11011': fact(401),
  'WEB-11012': fact(401),
  'WEB-12006': fact(409),
  'WEB-12007': fact(400),
  'AUTH.EXPIRED': fact(401),
  'AUTH.REQUIRED': fact(401),
  'AUTH.CREDENTIALS': fact(401),
  /** First run: no owner yet, or the one-time code is wrong. */
  'AUTH.SETUP_CODE': fact(401),
  'AUTH.SETUP_DONE': fact(409),
  /** The API key is unknown, revoked, expired, or not for this address. */
  'AUTH.KEY': fact(401),
  /** Needs a person's session, not a key. */
  'AUTH.SESSION_ONLY': fact(403),
  'AUTH.PASSWORD_RULES': fact(400),
  'AUTH.PASSWORD_COMMON': fact(400),
  /** The two new passwords differ. */
  'AUTH.PASSWORD_CONFIRM': fact(400),
  /** A reset link that was used, replaced, or is too old. */
  'AUTH.RESET_LINK': fact(410),
  /** The password was set by mail a short while ago: no mail takes the second factor off until `until`, ms since 1970. */
  'AUTH.RESET_HOLD': fact(409),
  /** An invitation that was used, replaced, withdrawn, or is too old. */
  'AUTH.INVITE': fact(410),
  /** The invitation is for another email address than the session's. */
  'AUTH.INVITE_OTHER': fact(403),
  /** The invited address has an account: it logs in and accepts. */
  'AUTH.INVITE_ACCOUNT': fact(409),
  /** The login still misses its second step. */
  'AUTH.MFA_STEP': fact(401),
  /** The tenant requires a second factor, and the user has none. */
  'AUTH.MFA_NEEDED': fact(403),
  /** The second factor cannot be turned off: the tenant requires it. */
  'AUTH.MFA_KEPT': fact(409),
  /** A second factor cannot be required: members log in through an identity provider. */
  'AUTH.SSO_ON': fact(409),
  /** Single sign-on cannot be configured: a second factor is required. */
  'AUTH.MFA_ON': fact(409),
  /** No single sign-on there; the same for an organization that does not exist. */
  'AUTH.SSO_OFF': fact(404),
  /** A sign-in that was not begun in this browser, was used, or took too long. */
  'AUTH.SSO_FLOW': fact(410),
  /** The identity provider did not let the user in. */
  'AUTH.SSO_DENIED': fact(401),
  /** The identity provider's answer does not hold: signature, time, audience … */
  'AUTH.SSO_TOKEN': fact(401),
  /** Proven, and neither member nor invited. */
  'AUTH.SSO_MEMBER': fact(403),
  /** A first sign-in without an address that the provider has verified. */
  'AUTH.SSO_EMAIL': fact(403),
  /** A first sign-in with an address whose account is not joined to it by itself. */
  'AUTH.SSO_ACCOUNT': fact(409),
  /** A role above the one of who configured the provider. */
  'AUTH.SSO_ROLE': fact(403),
  /** The session of single sign-on is good for its own tenant alone. */
  'AUTH.SSO_SCOPE': fact(403),
  /** The identity provider does not answer. */
  'AUTH.SSO_AWAY': fact(422, true),
  /** An address of the provider that may not be called. */
  'AUTH.SSO_ADDRESS': fact(422),
  /** No OpenID configuration at the issuer's address. */
  'AUTH.SSO_METADATA': fact(422),
  /** The provider calls itself by another issuer. */
  'AUTH.SSO_ISSUER': fact(422),
  /** The provider lacks something that is needed. */
  'AUTH.SSO_UNFIT': fact(422),
  /** No certificate of an identity provider, or one with a key that is not trusted. */
  'AUTH.SAML_CERTIFICATE': fact(400),
  /** The identity provider's certificate is no longer valid. */
  'AUTH.SAML_CERTIFICATE_EXPIRED': fact(400),
  /** The trial of the tenant is over: it is read-only. */
  'ACQ-TRIAL-OVER': fact(403),
  /** The tenant hides what is in events from viewers. */
  'ACQ-CONTENT-HIDDEN': fact(403),
  'ACQ-FEATURE-OFF': fact(403),
  'ACQ-NOT-FOUND': fact(404),
  'ACQ-CONFLICT': fact(409),
  'ACQ-IN-USE': fact(409),
  'ACQ-TOO-MANY': fact(429, true),
  'ACQ-TOO-LARGE': fact(413),
  /** `max` event streams of the user or the API key are open. */
  'ACQ-STREAMS-ACCOUNT': fact(429, true),
  /** `max` event streams of the tenant are open. */
  'ACQ-STREAMS-TENANT': fact(429, true),
  /** `max` event streams are open on the server. */
  'ACQ-STREAMS-SERVER': fact(503, true),
  /** `max` windows have the editor of the pipeline open, or `max` windows of the session have an editor open. */
  'ACQ-EDITORS-MANY': fact(429, true),
  'ACQ-CROSS-SITE': fact(403),
  'ACQ-PORT-TAKEN': fact(409),
  'ACQ-PORT-RANGE': fact(400),
  'ACQ-CONFIG': fact(400),
  'ACQ-NOT-PUBLISHABLE': fact(422),
  'ACQ-NO-CLUSTER': fact(422),
  /** The demo itself can neither have a demo nor remove the one that it is. */
  'ACQ-IN-DEMO': fact(409),
  'ACQ-COMPONENT-MISSING': fact(422),
  /** `name`, a data sink or listener, names a folder that a cluster does not have, or one that its workers may not read. */
  'ACQ-FILE-ROOT': fact(422),
  /** A line of sample events that is no event: `line` from 1. */
  'ACQ-SAMPLE-TEXT': fact(400),
  /** As many tests as a pipeline may have. */
  'ACQ-TESTS-MANY': fact(409),
  'ACQ-TESTS-FAILED': fact(409),
  /** A template needs one label and at least one data sink. */
  'ACQ-TEMPLATE-SHAPE': fact(422),
  /** Something that looks like a credential: `place` says where. */
  'ACQ-TEMPLATE-CREDENTIAL': fact(422),
  /** The events of a template could not be run: `code` says why. */
  'ACQ-TEMPLATE-RUN': fact(422),
  'ACQ-TEMPLATES-MANY': fact(409),
  /** No running version to compare the draft with. */
  'ACQ-SHADOW-NOTHING': fact(422),
  /** Draft and running version take events of different listeners. */
  'ACQ-SHADOW-LISTENER': fact(422),
  'ACQ-SHADOW-MANY': fact(409),
  'ACQ-REPLAY-RANGE': fact(400),
  'ACQ-REPLAY-LISTENER': fact(422),
  'ACQ-REPLAY-KEYED': fact(422),
  'ACQ-REPLAY-MANY': fact(409),
  'ACQ-WORKER-AWAY': fact(503, true),
  /** Asked, and gone before it answered: it may have done it. */
  'ACQ-WORKER-SILENT': fact(503, true),
  'ACQ-PROBE-FAILED': fact(422),
  /** An end in the past, or too far away. */
  'ACQ-ALERT-SNOOZE': fact(400),
  /** A webhook where this server may not call. */
  'ACQ-ALERT-ADDRESS': fact(400),
  /** A secret that would have expired already. */
  'ACQ-SECRET-PAST': fact(400),
  /** A certificate or key that cannot be read. */
  'ACQ-PEM-BROKEN': fact(400),
  /** A private key with a passphrase. */
  'ACQ-PEM-ENCRYPTED': fact(400),
  /** Certificates whose order is not that of their issuers. */
  'ACQ-PEM-CHAIN': fact(400),
  /** A private key of another certificate. */
  'ACQ-PEM-PAIR': fact(400),
  'ACQ-PEM-EXPIRED': fact(400),
  /** A second organization before anybody has said which private addresses organizations may call. */
  'ACQ-EGRESS-RULES': fact(409),
  /** An address of a rule that is none: `rule` from 0. */
  'ACQ-EGRESS-ADDRESS': fact(400),
  'ACQ-LETTER-CLOSED': fact(409),
  'ACQ-LETTER-FIELDS': fact(400),
  /** The questions of an hour are used up: the person's own, or those the model's provider takes. */
  'ACQ-ASSISTANT-LIMIT': fact(429, true),
  /** A conversation, an answer, or the way to one, beyond what is allowed. */
  'ACQ-ASSISTANT-LONG': fact(413),
  /** The model does not answer, or not in time. */
  'ACQ-ASSISTANT-AWAY': fact(503, true),
  /** The model's endpoint refuses: `status` is its HTTP status. */
  'ACQ-ASSISTANT-REFUSED': fact(422),
  /** An answer of the model that cannot be read. */
  'ACQ-ASSISTANT-ANSWER': fact(422, true),
  /** Files of lookups take all the space of the tenant: `usedMB` of `maxMB`. */
  'ACQ-LOOKUP-SPACE': fact(409),
  'ACQ-BUSY': fact(503, true),
  'ACQ-DATABASE-UNAVAILABLE': fact(503, true),
  'ACQ-DATABASE-FULL': fact(503, true),
  'ACQ-FLEET-TOKEN': fact(401),
  'ACQ-FLEET-SIGNATURE': fact(401),
  'ACQ-WORKER-ONLINE': fact(409),
  'ACQ-CLUSTER-IN-USE': fact(409),
  'ACQ-CLUSTER-FIRST': fact(409),
  'ACQ-FLEET-EARLIER': fact(409),
  'ACQ-FLEET-COPIED': fact(409),
} as const satisfies Record<string, ErrorCodeFacts>;

export type ErrorCode = keyof typeof errorCodes;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
