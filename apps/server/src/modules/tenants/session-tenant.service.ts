import { AppError } from '@acequia/base';
import { trialPhase, type Feature, type TenantSettings } from '@acequia/domain';

/** What every request knows of its tenant. */
export interface SessionTenant extends TenantSettings {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly features: readonly Feature[];
  /** Its owners run the installation. */
  readonly operator: boolean;
  /** Whose demo it is; null: a real one. */
  readonly demoOf: string | null;
  /** End of the trial, ms since 1970; null without one, and in a deployment without trials. */
  readonly trialEndsAt: number | null;
  /** The trial is over: nothing of the tenant may be changed. */
  readonly readOnly: boolean;
}

export function sessionTenant(row: Omit<SessionTenant, 'readOnly'>, trials: boolean, now: number): SessionTenant {
  return { ...row, trialEndsAt: trials ? row.trialEndsAt : null, readOnly: isOver(row.trialEndsAt, trials, now) };
}

/** Throws ACQ-TRIAL-OVER for a change of a tenant from outside of it, such as joining. */
export function assertTrialRuns(trialEndsAt: number | null, trials: boolean, now: number): void {
  if (isOver(trialEndsAt, trials, now)) throw new AppError('ACQ-TRIAL-OVER');
}

const isOver = (trialEndsAt: number | null, trials: boolean, now: number): boolean =>
  trials && trialEndsAt !== null && trialPhase(trialEndsAt, now) !== 'running';
