import type { Deployment } from '@acequia/pipeline';
import { listenerOf } from '../commit/records.ts';

/** What a deployment asks of some listeners: them, and all that reads them. */
export const partOf = (deployment: Deployment, isOurs: (listenerId: string) => boolean): Deployment => ({
  ...deployment,
  listeners: deployment.listeners.filter(({ id }) => isOurs(id)),
  pipelines: deployment.pipelines.filter((pipeline) => isOurs(listenerOf(pipeline))),
  ...(deployment.replays ? { replays: deployment.replays.filter(({ listenerId }) => isOurs(listenerId)) } : {}),
});
