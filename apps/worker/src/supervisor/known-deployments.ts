import type { DownMessage } from '@acequia/contract/fleet';
import type { Deployment } from '@acequia/pipeline';
import { withTenantsOf } from './kept-tenants.ts';

export type DeploymentMessage = Extract<DownMessage, { type: 'deployment' }>;

/**
 * Deployments, newest first, without those that say nothing any more: each one left is the newest in which some tenant could be read, but
 * the first, which is there in any case.
 */
export function withoutReplaced(messages: readonly DeploymentMessage[]): readonly DeploymentMessage[] {
  const [newest, ...earlier] = messages;
  if (!newest) return [];
  const kept = [newest];
  let unread = newest.deployment.unread ?? [];
  for (const message of earlier) {
    const left = unread.filter((tenantId) => message.deployment.unread?.includes(tenantId));
    if (left.length < unread.length) kept.push(message);
    unread = left;
  }
  return kept;
}

/** What the newest deployment wants, with all of its unread tenants as the newest one has it that could read them. Undefined: there is none. */
export const wantedBy = (messages: readonly DeploymentMessage[]): Deployment | undefined =>
  messages.reduceRight<Deployment | undefined>(
    (earlier, { deployment }) => withTenantsOf(deployment, earlier, new Set(deployment.unread)),
    undefined,
  );

/** Tenants of which none of these deployments says what they run. */
export const unknownIn = (messages: readonly DeploymentMessage[]): ReadonlySet<string> =>
  new Set(messages[0]?.deployment.unread?.filter((tenantId) => messages.every(({ deployment }) => deployment.unread?.includes(tenantId))));
