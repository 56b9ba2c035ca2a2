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
  'WEB-00015': fact(400),
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
  /** An invitation that was used, replaced, withdrawn, or is too old. */
  'AUTH.INVITE': fact(410),
  /** The invitation is for another email address than the session's. */
  'AUTH.INVITE_OTHER': fact(403),
  /** The invited address has an account: it logs in and accepts. */
  'AUTH.INVITE_ACCOUNT': fact(409),
  'ACQ-FEATURE-OFF': fact(403),
  'ACQ-NOT-FOUND': fact(404),
  'ACQ-CONFLICT': fact(409),
  'ACQ-IN-USE': fact(409),
  'ACQ-TOO-MANY': fact(429, true),
  'ACQ-TOO-LARGE': fact(413),
  'ACQ-CROSS-SITE': fact(403),
  'ACQ-PORT-TAKEN': fact(409),
  'ACQ-PORT-RANGE': fact(400),
  'ACQ-CONFIG': fact(400),
  'ACQ-NOT-PUBLISHABLE': fact(422),
  'ACQ-NO-CLUSTER': fact(422),
  'ACQ-COMPONENT-MISSING': fact(422),
  'ACQ-REPLAY-RANGE': fact(400),
  'ACQ-REPLAY-LISTENER': fact(422),
  'ACQ-REPLAY-KEYED': fact(422),
  'ACQ-REPLAY-MANY': fact(409),
  'ACQ-WORKER-AWAY': fact(503, true),
  'ACQ-PROBE-FAILED': fact(422),
  'ACQ-LETTER-CLOSED': fact(409),
  'ACQ-LETTER-FIELDS': fact(400),
  'ACQ-BUSY': fact(503, true),
  'ACQ-FLEET-TOKEN': fact(401),
  'ACQ-FLEET-SIGNATURE': fact(401),
} as const satisfies Record<string, ErrorCodeFacts>;

export type ErrorCode = keyof typeof errorCodes;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
