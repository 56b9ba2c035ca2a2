/** Specification 9: a free trial lasts 30 days from the tenant's creation. */
export const trialMs = 30 * 86_400_000;
/** docs/decisions.md: pipelines go on for so long after the trial. */
export const trialGraceMs = 7 * 86_400_000;

/** `running`: nothing is limited. `over`: the tenant is read-only. `stopped`: its pipelines do not run either. */
export const trialPhases = ['running', 'over', 'stopped'] as const;
export type TrialPhase = (typeof trialPhases)[number];

/** The phase of a trial that ends at a moment; both in ms since 1970. The last millisecond of the trial is the one before its end. */
export function trialPhase(endsAt: number, now: number): TrialPhase {
  if (now < endsAt) return 'running';
  return now < endsAt + trialGraceMs ? 'over' : 'stopped';
}

/** Begun days that are left until a moment: 30 right after the creation, 1 on the last day, 0 when it is over. */
export const daysLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 86_400_000));
