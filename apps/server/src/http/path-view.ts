import { pathByRoot } from '@acequia/component-sdk/definition';
import type { Reason } from '@acequia/contract';
import type { ActiveSession } from '../modules/auth/sessions.ts';

/** Whether somebody sees where folders lie on the workers' machines, or their names alone (docs/decisions.md). */
export type PathView = 'paths' | 'names';

/** What is shown of clusters, which organizations share. */
export interface ClustersView {
  /** Of the folders themselves. */
  readonly folders: PathView;
  /** Whether the figures of whole machines are shown, or what the organization itself has there. */
  readonly machines: boolean;
}

/** Who runs the installation sees its machines, and owners and admins among them where the folders lie. */
export const clustersViewOf = ({ role, tenant }: Pick<ActiveSession, 'role' | 'tenant'>): ClustersView => ({
  folders: role !== 'viewer' && tenant.operator ? 'paths' : 'names',
  machines: tenant.operator,
});

/** Of what is saved in listeners and data sinks: who may edit it sees it as it was saved. */
export const configViewOf = ({ role }: Pick<ActiveSession, 'role'>): PathView => (role === 'viewer' ? 'names' : 'paths');

/** What is stored may be damaged. */
const isReason = (reason: Reason | null): reason is Reason =>
  typeof reason?.code === 'string' && typeof reason.fields === 'object' && reason.fields !== null;

/** A reason without where a file lies on the worker's machine: workers of earlier releases name whole paths, and so do their last errors. */
export function reasonByName(reason: Reason | null): Reason | null {
  const path = isReason(reason) && reason.code.startsWith('FILE_') ? reason.fields['message'] : undefined;
  if (!reason || typeof path !== 'string' || !path.startsWith('/')) return reason;
  return { ...reason, fields: { ...reason.fields, message: pathByRoot(path, {}) } };
}
