/** What begins like this in a tab's session storage was typed and not saved. */
export const draftPrefix = 'acequia:draft:';

const markKey = 'acequia:logged-out';
const ownerKey = 'acequia:draft-owner';

/** The user has logged out: what was typed and not saved in any tab of this browser is to go. `mark` differs from every earlier one. */
export function retireDrafts(local: Storage, mark: string): void {
  local.setItem(markKey, mark);
}

/**
 * Before a page reads its drafts: drops those from before the last log-out, whichever window that happened in and whether
 * or not this tab was awake then. A session that ended by itself leaves no mark, so its drafts stay.
 */
export function dropRetiredDrafts(local: Storage, session: Storage): void {
  const mark = local.getItem(markKey);
  if (mark === null || session.getItem(markKey) === mark) return;
  dropAll(session);
  session.setItem(markKey, mark);
}

/** Before the first page behind the log-in: drafts of another user, or of the same one in another tenant, go. */
export function dropDraftsOfOthers(session: Storage, owner: string): void {
  const before = session.getItem(ownerKey);
  if (before !== null && before !== owner) dropAll(session);
  session.setItem(ownerKey, owner);
}

function dropAll(session: Storage): void {
  for (const key of Object.keys(session)) if (key.startsWith(draftPrefix)) session.removeItem(key);
}
