import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';
import { actions } from './operations/actions.ts';
import { activity } from './operations/activity.ts';
import { authOpenID } from './operations/auth-openid.ts';
import { authSaml } from './operations/auth-saml.ts';
import { assistant } from './operations/assistant.ts';
import { authToken } from './operations/auth-token.ts';
import { alerts } from './operations/alerts.ts';
import { auth } from './operations/auth.ts';
import { datasinks } from './operations/datasinks.ts';
import { dataHistory } from './operations/data-history.ts';
import { deadLetters } from './operations/dead-letters.ts';
import { getStarted } from './operations/get-started.ts';
import { health } from './operations/health.ts';
import { installation } from './operations/installation.ts';
import { internalPipelines } from './operations/internal-pipelines.ts';
import { labels, listeners } from './operations/listeners.ts';
import { lookups } from './operations/lookups.ts';
import { pipelineTests } from './operations/pipeline-tests.ts';
import { pipelines } from './operations/pipelines.ts';
import { marketplace } from './operations/marketplace.ts';
import { metrics } from './operations/metrics.ts';
import { clusters } from './operations/platform.ts';
import { replays } from './operations/replays.ts';
import { secrets } from './operations/secrets.ts';
import { shadowRuns } from './operations/shadow-runs.ts';
import { tenants } from './operations/tenants.ts';
import { usage } from './operations/usage.ts';
import { users } from './operations/users.ts';

/** Every named operation: `secrets:deleteSecret` is `contract.secrets.deleteSecret`. */
export const contract = {
  auth,
  authOpenID,
  authSaml,
  authToken,
  tenants,
  users,
  clusters,
  installation,
  listeners,
  labels,
  datasinks,
  pipelines,
  getStarted,
  pipelineTests,
  shadowRuns,
  internalPipelines,
  actions,
  replays,
  deadLetters,
  marketplace,
  health,
  dataHistory,
  lookups,
  secrets,
  activity,
  alerts,
  metrics,
  usage,
  assistant,
};

export type Contract = typeof contract;
type Inputs = InferContractRouterInputs<Contract>;
type Outputs = InferContractRouterOutputs<Contract>;

/** `'secrets:deleteSecret'` and all the others. */
export type OperationName = { [N in keyof Contract & string]: `${N}:${keyof Contract[N] & string}` }[keyof Contract & string];

export type OperationInput<O extends OperationName> = O extends `${infer N}:${infer V}`
  ? N extends keyof Inputs
    ? V extends keyof Inputs[N]
      ? Inputs[N][V]
      : never
    : never
  : never;
export type OperationOutput<O extends OperationName> = O extends `${infer N}:${infer V}`
  ? N extends keyof Outputs
    ? V extends keyof Outputs[N]
      ? Outputs[N][V]
      : never
    : never
  : never;
