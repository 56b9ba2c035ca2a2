const words = {
  'AUTH.CREDENTIALS': 'credentials',
  'AUTH.SETUP_DONE': 'setupDone',
  'AUTH.PASSWORD_RULES': 'rules',
  'AUTH.INVITE': 'inviteDead',
  'AUTH.INVITE_ACCOUNT': 'inviteAccount',
  'AUTH.INVITE_OTHER': 'inviteOther',
  'ACQ-TOO-MANY': 'tooMany',
  NETWORK: 'unreachable',
} as const;

/** The sentence of these pages for a refusal; all others name their code. */
export const refusalWord = (code: string): (typeof words)[keyof typeof words] | 'failed' =>
  Object.hasOwn(words, code) ? words[code as keyof typeof words] : 'failed';
