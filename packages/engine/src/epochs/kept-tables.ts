import type { DeployedLookup, Deployment } from '@acequia/pipeline';
import type { VersionRun } from '../lanes/version-run.ts';

/**
 * The tables that a version keeps to, whatever comes into force: of nodes that name a version, and for a replay those in force
 * when it began, with their number as `activeNumber`.
 */
export function keptTables({ compiled, deployed, replay }: VersionRun, deployment: Deployment | undefined): DeployedLookup[] {
  return compiled.lookups.flatMap((use) => {
    if (use.version === undefined && !replay) return [];
    const lookup = deployment?.lookups?.find(({ id, tenantId }) => id === use.id && tenantId === deployed.tenantId);
    const number = use.version ?? lookup?.activeNumber;
    const version = lookup?.versions.find((one) => one.number === number);
    return lookup && version ? [{ ...lookup, activeNumber: use.version === undefined ? version.number : null, versions: [version] }] : [];
  });
}
