/**
 * docs/decisions.md: for so long after a mail has set the password, no mail takes the second factor off; else who got hold of the mailbox
 * would have both at once. Returns the end, ms since 1970; undefined when nothing is held back.
 */
export function heldUntil(mailedAt: number | null, holdMs: number, now: number): number | undefined {
  const until = (mailedAt ?? -Infinity) + holdMs;
  return now < until ? until : undefined;
}
