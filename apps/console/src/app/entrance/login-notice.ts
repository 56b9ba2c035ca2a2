const notices = {
  'AUTH.EXPIRED': 'over',
  'AUTH.TIME': 'time',
  'AUTH.ENDED': 'ended',
  'AUTH.LEFT': 'left',
  'AUTH.FAILED': 'failed',
} as const;
export type LoginNotice = (typeof notices)[keyof typeof notices];

/** The sentence for why a session ended, by the `reason` of the page's address; undefined for anything else there. */
export const noticeOf = (reason: string | null): LoginNotice | undefined =>
  reason !== null && Object.hasOwn(notices, reason) ? notices[reason as keyof typeof notices] : undefined;
