import type { Implementer } from '../../http/implementer.ts';
import type { ProbeLimit } from '../../http/probe-limit.ts';
import { ruleAgainstUrl } from '../../http/callable-address.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import type { Installation } from '../installation/installation.service.ts';
import { configViewOf } from '../../http/path-view.ts';
import { inThatState } from '../health/object-statuses.service.ts';
import { shownLookup } from './lookups.present.ts';
import type { LookupRefreshesService } from './lookup-refreshes.service.ts';
import type { LookupVersionsService } from './lookup-versions.service.ts';
import type { LookupsService } from './lookups.service.ts';

export interface LookupServices {
  readonly lookups: LookupsService;
  readonly lookupVersions: LookupVersionsService;
  readonly lookupRefreshes: LookupRefreshesService;
  /** Has the file of a lookup fetched now. */
  readonly fetchLookup: (tenantId: string, lookupId: string) => Promise<void>;
  /** Has the uploaded files of a tenant read now. */
  readonly checkUploads: (tenantId: string) => Promise<void>;
  readonly probeLimit: ProbeLimit;
  readonly installation: Pick<Installation, 'egressOf'>;
}

export const lookupsOperations = (
  os: Implementer,
  { lookups, lookupVersions, lookupRefreshes, fetchLookup, checkUploads, probeLimit, installation }: LookupServices,
) => ({
  list: os.lookups.list.handler(
    inTenant(async (scope, { state }, session) =>
      inThatState(await lookups.list(scope), state).map((lookup) => shownLookup(lookup, configViewOf(session))),
    ),
  ),
  find: os.lookups.find.handler(
    inTenant(async (scope, { id }, session) => shownLookup(await lookups.find(scope, id), configViewOf(session))),
  ),
  getUsages: os.lookups.getUsages.handler(inTenant((scope, { id }) => lookups.getUsages(scope, id))),
  create: os.lookups.create.handler(inTenant((scope, input) => lookups.create(scope, input))),
  update: os.lookups.update.handler(inTenant((scope, input) => lookups.update(scope, input))),
  retry: os.lookups.retry.handler(inTenant((scope, { id }) => lookups.retry(scope, id))),
  remove: os.lookups.remove.handler(inTenant((scope, { id, confirmUsed }) => lookups.remove(scope, id, confirmUsed))),
  listVersions: os.lookups.listVersions.handler(inTenant((scope, { id }) => lookupVersions.listVersions(scope, id))),
  findVersion: os.lookups.findVersion.handler(inTenant((scope, input) => lookupVersions.findVersion(scope, input))),
  listActivations: os.lookups.listActivations.handler(inTenant((scope, { id }) => lookupVersions.listActivations(scope, id))),
  createVersion: os.lookups.createVersion.handler(inTenant(lookupVersions.createVersion)),
  putPart: os.lookups.putPart.handler(inTenant((scope, input) => lookupVersions.putPart(scope, input))),
  getPart: os.lookups.getPart.handler(inTenant((scope, input) => lookupVersions.getPart(scope, input))),
  getRows: os.lookups.getRows.handler(inTenant((scope, input) => lookupVersions.getRows(scope, input))),
  finishVersion: os.lookups.finishVersion.handler(async (call) => {
    const version = await inTenant((scope, input: typeof call.input) => lookupVersions.finishVersion(scope, input))(call);
    await checkUploads(sessionOf(call.context).tenantId);
    return version;
  }),
  activateVersion: os.lookups.activateVersion.handler(inTenant((scope, input) => lookupVersions.activateVersion(scope, input))),
  deleteVersion: os.lookups.deleteVersion.handler(inTenant((scope, input) => lookupVersions.deleteVersion(scope, input))),
  setRefresh: os.lookups.setRefresh.handler(async (call) => {
    probeLimit.take(call.context);
    const egress = await installation.egressOf(sessionOf(call.context).tenantId);
    const rule = await ruleAgainstUrl(call.input.url, egress);
    const lookup = await inTenant((scope, input: typeof call.input) => lookupRefreshes.setRefresh(scope, input, egress, rule))(call);
    await fetchLookup(sessionOf(call.context).tenantId, call.input.id);
    return lookup;
  }),
  removeRefresh: os.lookups.removeRefresh.handler(inTenant((scope, { id }) => lookupRefreshes.removeRefresh(scope, id))),
  refreshNow: os.lookups.refreshNow.handler(async (call) => {
    probeLimit.take(call.context);
    const lookup = await inTenant((scope, { id }: typeof call.input) => lookupRefreshes.refreshNow(scope, id))(call);
    await fetchLookup(sessionOf(call.context).tenantId, call.input.id);
    return lookup;
  }),
});
