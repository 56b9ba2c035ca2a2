import type { Deployment } from '@acequia/pipeline';

/** The deployment, but with all that these tenants run as an earlier one has it; without an earlier one they run nothing. */
export function withTenantsOf(deployment: Deployment, earlier: Deployment | undefined, tenants: ReadonlySet<string>): Deployment {
  if (tenants.size === 0) return deployment;
  const mixed = <T extends { readonly tenantId: string }>(now: readonly T[] = [], before: readonly T[] = []): T[] => [
    ...now.filter(({ tenantId }) => !tenants.has(tenantId)),
    ...before.filter(({ tenantId }) => tenants.has(tenantId)),
  ];
  return {
    ...deployment,
    listeners: mixed(deployment.listeners, earlier?.listeners),
    datasinks: mixed(deployment.datasinks, earlier?.datasinks),
    pipelines: mixed(deployment.pipelines, earlier?.pipelines),
    lookups: mixed(deployment.lookups, earlier?.lookups),
    replays: mixed(deployment.replays, earlier?.replays),
  };
}
