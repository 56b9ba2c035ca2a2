import type { Surroundings } from '@acequia/pipeline';
import { builtInLabels } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { DatasinksService } from '../datasinks/datasinks.service.ts';
import type { LabelsService } from '../labels/labels.service.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import type { LookupsService } from '../lookups/lookups.service.ts';
import type { SecretsService } from '../secrets/secrets.service.ts';

export interface SurroundingsDeps {
  readonly catalogue: Catalogue;
  readonly listeners: ListenersService;
  readonly labels: LabelsService;
  readonly datasinks: DatasinksService;
  readonly lookups: LookupsService;
  readonly secrets: Pick<SecretsService, 'ids'>;
}

/** What the tenant has now, as the validation of a document asks for it. */
export async function readSurroundings(
  scope: TenantScope,
  { catalogue, listeners, labels, datasinks, lookups, secrets }: SurroundingsDeps,
): Promise<Surroundings> {
  const listenerById = new Map((await listeners.list(scope)).map((each) => [each.id, each]));
  const labelsOf = Map.groupBy(await labels.list(scope), (label) => label.listenerId);
  const lookupIds = await lookups.ids(scope);
  const secretIds = await secrets.ids(scope);
  const datasinkById = new Map((await datasinks.list(scope)).map((each) => [each.id, each]));
  return {
    action: catalogue.action,
    datasink: catalogue.datasink,
    listener: (id) => {
      const listener = listenerById.get(id);
      const definition = listener && catalogue.listener(listener.component);
      if (!listener || !definition) return undefined;
      return { definition, config: listener.config, labels: [...builtInLabels, ...(labelsOf.get(id) ?? []).map((label) => label.id)] };
    },
    datasinkInstance: (id) => datasinkById.get(id),
    secret: (id) => secretIds.has(id),
    lookup: (id) => lookupIds.has(id),
  };
}
