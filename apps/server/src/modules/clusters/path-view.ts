import type { ActiveSession } from '../auth/sessions.ts';

/** Whether somebody sees where folders lie on the workers' machines, or their names alone (docs/decisions.md). */
export type PathView = 'paths' | 'names';

/** Of the folders themselves: owners and admins who run the installation see where they lie. */
export const clustersViewOf = ({ role, tenant }: Pick<ActiveSession, 'role' | 'tenant'>): PathView =>
  role !== 'viewer' && tenant.operator ? 'paths' : 'names';

/** Of what is saved in listeners and data sinks: who may edit it sees it as it was saved. */
export const configViewOf = ({ role }: Pick<ActiveSession, 'role'>): PathView => (role === 'viewer' ? 'names' : 'paths');
