import { type OperationName } from '@acequia/contract';
import { emptyDocument, type PipelineDocument } from '@acequia/pipeline';
import { createProviderKey } from '../modules/auth-saml/test-provider-key.ts';
import { testCluster, type Browser, type TestApp } from '../test-app.ts';

/** A valid input of every operation, naming things of one tenant; a new operation without a line here does not compile. */
export const validInputs = (ids: Ids): Record<OperationName, unknown> => ({
  'auth:status': {},
  'auth:createOwner': { setupCode: 'x', email: 'a@b.cc', password: 'x', name: 'x', surname: '', tenantName: 'x' },
  'auth:login': { email: 'a@b.cc', password: 'x' },
  'auth:forgotPassword': { email: 'a@b.cc' },
  'auth:resetPassword': { token: 'x', newPassword: 'x', confirmNewPassword: 'x' },
  'auth:findInvite': { token: 'x' },
  'auth:findReset': { token: 'x' },
  'auth:acceptInvite': { token: 'x' },
  'auth:welcome': { token: 'x', name: 'x', surname: 'x', company: '', password: 'x', language: 'en', agreed: true },
  'auth:changeTenant': { tenantId: ids.tenant },
  'auth:removeToken': {},
  'auth:session': {},
  'auth:keepAlive': {},
  'auth:touch': {},
  'auth:updatePreferences': {},
  'auth:updatePassword': { email: 'a@b.cc', userId: 'x', oldPassword: 'x', newPassword: 'x', confirmNewPassword: 'x' },
  'auth:verifyMfa': { totpCode: 0 },
  'auth:getMfa': {},
  'auth:getTotpSecret': {},
  'auth:activateTotpMfa': { totpCode: 0 },
  'auth:deactivateTotpMfa': { totpCode: 0 },
  'auth:renewRecoveryCodes': { totpCode: 0 },
  'auth:forgotMfa': { email: 'a@b.cc' },
  'auth:resetMfa': { token: 'x', password: 'x' },
  'auth:getSessions': {},
  'auth:endSession': { id: 'x' },
  'auth:endOtherSessions': {},
  'auth:reauthenticateWithCredential': { email: 'a@b.cc', password: 'x' },
  'auth:onIdentityProviderTokenChange': {},
  'auth:reauthenticateWithProvider': { provider: 'openid', tenantSlug: 'x' },
  'authOpenID:getConfig': {},
  'authOpenID:createConfig': openId,
  'authOpenID:updateConfig': { id: 'x', ...openId },
  'authSaml:getConfig': {},
  'authSaml:createConfig': saml,
  'authSaml:updateConfig': { id: 'x', ...saml },
  'authToken:getAll': {},
  'authToken:find': { id: ids.token },
  'authToken:create': { ...words('k'), expiration: null, role: 'viewer' },
  'authToken:deleteById': { id: ids.token },
  'authToken:exchange': {},
  'tenants:find': { id: ids.tenant },
  'tenants:list': {},
  'tenants:setDefault': { id: ids.tenant },
  'tenants:updateTenantSettings': { id: ids.tenant, settings: [{ settingType: 'MFA', value: { enabled: false } }] },
  'tenants:activateTenantMfa': { id: ids.tenant, settings: [{ settingType: 'MFA', value: { enabled: true } }] },
  'users:list': {},
  'users:find': { id: ids.member },
  'users:invite': { emails: [`guest${(count += 1)}@example.com`], role: 'viewer' },
  'users:reinvite': { ids: [ids.invite] },
  'users:endSessions': { ids: [ids.member] },
  'users:updateRole': { ids: [ids.member, ids.invite], role: 'viewer' },
  'users:remove': { ids: [ids.member, ids.invite] },
  'tenants:createDemo': {},
  'tenants:removeDemo': {},
  'getStarted:setUp': { source: 'http' },
  'health:parts': {},
  'dataHistory:held': {},
  'dataHistory:search': { listenerId: ids.listener, from: 0, to: 1 },
  'alerts:list': {},
  'alerts:acknowledge': { ids: ['AL_none'] },
  'alerts:snooze': { ids: ['AL_none'], until: null },
  'alerts:getDelivery': {},
  'alerts:updateDelivery': { emails: [], language: 'en', webhookUrl: '', leastPriority: 'low' },
  'clusters:list': {},
  'installation:getEgress': {},
  'installation:updateEgress': { loopback: false, rules: [] },
  'listeners:list': {},
  'listeners:find': { id: ids.listener },
  'listeners:listVersions': { id: ids.listener },
  'listeners:create': { ...words('l'), component: 'toy-gate', clusterId: testCluster, config: { port: 20_000 } },
  'listeners:update': { id: ids.listener, revision: 1, ...words('l2'), config: { port: 20_001 } },
  'listeners:retry': { id: ids.listener },
  'listeners:remove': { id: ids.listener, confirmUsed: true },
  'labels:list': {},
  'labels:counts': { listenerId: ids.listener },
  'labels:matches': { listenerId: ids.listener },
  'labels:create': { listenerId: ids.listener, name: 'n', description: '', condition },
  'labels:update': { id: ids.label, name: 'n2', description: '', condition },
  'labels:remove': { id: ids.label, confirmUsed: true },
  'datasinks:list': {},
  'datasinks:find': { id: ids.datasink },
  'datasinks:listVersions': { id: ids.datasink },
  'datasinks:create': { ...words('d'), component: 'toy-field', config: { address: 'x' } },
  'datasinks:update': { id: ids.datasink, revision: 1, ...words('d2'), config: { address: 'y' } },
  'datasinks:retry': { id: ids.datasink },
  'datasinks:attempts': { id: ids.datasink },
  'datasinks:probe': { component: 'toy-field', config: { address: 'x' }, clusterId: testCluster },
  'datasinks:remove': { id: ids.datasink, confirmUsed: true },
  'pipelines:list': {},
  'pipelines:find': { id: ids.pipeline },
  'pipelines:create': words('p'),
  'pipelines:update': { id: ids.pipeline, ...words('p2') },
  'pipelines:remove': { id: ids.pipeline },
  'pipelines:listVersions': { id: ids.pipeline },
  'pipelines:duplicate': { id: ids.pipeline, name: 'copied' },
  'pipelines:listRemoved': { id: ids.pipeline },
  'pipelines:getVersion': { id: ids.pipeline, version: 'Main' },
  'pipelines:xray': { id: ids.pipeline, version: 'Main', eventId: 'LI_x.1-1-1.0', receivedMs: 0 },
  'pipelines:saveDraft': { id: ids.pipeline, revision: 1, document: emptyDocument },
  'pipelines:restoreVersion': { id: ids.pipeline, version: '1.0.0', revision: 1 },
  'pipelines:publishVersion': { id: ids.pipeline, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] },
  'pipelines:startVersion': { id: ids.pipeline, version: '1.0.0', clusterIds: [testCluster] },
  'pipelines:stopVersion': { id: ids.pipeline, version: '1.0.0', clusterIds: [testCluster] },
  'pipelines:watchStatus': {},
  'pipelines:reportEditor': { id: ids.pipeline, window: 'x', sequence: 1, place: { version: 'Main', node: null } },
  'pipelines:watchSamples': { id: ids.pipeline, node: 'label' },
  'internalPipelines:create': { pipelineId: ids.pipeline, source: { kind: 'live', count: 10 } },
  'internalPipelines:getLogSamples': { id: ids.internal },
  'internalPipelines:delete': { id: ids.internal },
  'internalPipelines:listSamples': { pipelineId: ids.pipeline },
  'internalPipelines:saveSample': { pipelineId: ids.pipeline, name: `s${(count += 1)}`, kind: 'events', texts: ['{}'], masked: [] },
  'internalPipelines:deleteSample': { pipelineId: ids.pipeline, id: ids.sample },
  'actions:test': { component: 'toy-gate', config: {}, events: ['{}'] },
  'pipelineTests:list': { pipelineId: ids.pipeline },
  'pipelineTests:save': { pipelineId: ids.pipeline, test: pipelineTest(`t${(count += 1)}`) },
  'pipelineTests:import': { pipelineId: ids.pipeline, tests: [pipelineTest('imported')] },
  'pipelineTests:run': { pipelineId: ids.pipeline },
  'pipelineTests:remove': { pipelineId: ids.pipeline, id: 'PT_none' },
  'shadowRuns:list': { pipelineId: ids.pipeline },
  'shadowRuns:find': { id: 'SR_none' },
  'shadowRuns:start': { pipelineId: ids.pipeline, revision: 1, minutes: 5 },
  'shadowRuns:stop': { id: 'SR_none' },
  'replays:list': {},
  'replays:find': { id: ids.replay },
  'replays:estimate': { listenerId: ids.listener, from: 1, to: 2 },
  'replays:start': { listenerId: ids.listener, pipelineId: ids.pipeline, version: '1.0.0', from: 1, to: 2 },
  'replays:stop': { id: ids.replay },
  'marketplace:getAllTemplates': { tenantId: ids.tenant },
  'marketplace:getTemplateById': { id: 'firewall-reduction', tenantId: ids.tenant },
  'marketplace:createTemplate': { ...words('template'), pipelineId: ids.pipeline },
  'marketplace:deleteTemplate': { id: 'TM_none' },
  'deadLetters:causes': {},
  'deadLetters:list': {},
  'deadLetters:find': { id: 'WK_none~1' },
  'deadLetters:edit': { id: 'WK_none~1', json: '{}' },
  'deadLetters:redrive': { letters: { ids: ['WK_none~1'] }, into: 'node' },
  'deadLetters:discard': { letters: { filter: {} }, reason: 'r' },
  'deadLetters:export': { format: 'csv' },
  'lookups:list': {},
  'lookups:find': { id: ids.lookup },
  'lookups:getUsages': { id: ids.lookup },
  'lookups:getRows': { id: ids.lookup, number: 1, row: 0, at: 0 },
  'lookups:getPart': { id: ids.lookup, number: 1, part: 0 },
  'lookups:setRefresh': { id: ids.lookup, url: 'https://nowhere.invalid/sites.csv', everyMs: 3_600_000, credentials: { kind: 'none' } },
  'lookups:refreshNow': { id: ids.lookup },
  'lookups:retry': { id: ids.lookup },
  'lookups:removeRefresh': { id: ids.lookup },
  'lookups:create': { ...words('t'), format: 'csv', separator: null, keyColumn: 'k' },
  'lookups:update': { id: ids.lookup, ...words('t2') },
  'lookups:listVersions': { id: ids.lookup },
  'lookups:findVersion': { id: ids.lookup, number: 1 },
  'lookups:listActivations': { id: ids.lookup },
  'lookups:createVersion': { id: ids.lookup },
  'lookups:putPart': { id: ids.lookup, number: 1, part: 0, content: 'aw==' },
  'lookups:finishVersion': { id: ids.lookup, number: 1 },
  'lookups:activateVersion': { id: ids.lookup, number: 1 },
  'lookups:deleteVersion': { id: ids.lookup, number: 1 },
  'lookups:remove': { id: ids.lookup, confirmUsed: true },
  'secrets:list': {},
  'secrets:create': { ...words('s'), description: 'd', value: 'v', expirationDate: 4_000_000_000_000 },
  'secrets:update': { id: ids.secret, ...words('s2'), description: 'd', active: true, expirationDate: 4_000_000_000_000 },
  'secrets:deleteSecret': { id: ids.secret },
  'secrets:getUsages': { id: ids.secret },
  'activity:getUserActivity': { page: 1, from: 0, to: 4e12 },
  'activity:getActors': {},
  'activity:export': { from: 0, to: 4e12, format: 'csv' },
  'metrics:totals': { from: 0, to: 1 },
  'metrics:series': { scope: 'listener', measure: 'eventsIn', from: 0, to: 1 },
  'metrics:flows': { from: 0, to: 1 },
  'metrics:exclusions': {},
  'metrics:setExclusion': { datasinkId: ids.datasink, excluded: true },
  'metrics:watchLive': { pipelineId: ids.pipeline },
  'usage:listeners': { from: 0, to: 1 },
  'usage:pipelines': { from: 0, to: 1 },
  'usage:datasinks': { from: 0, to: 1 },
  'usage:getLimit': {},
  'usage:setLimit': { bytesPerDay: null },
  'assistant:status': {},
  'assistant:ask': { messages: [{ from: 'person', text: 'q' }] },
});

const pipelineTest = (name: string) => ({ name, input: { events: ['{}'] }, expect: [{ at: 'dropped', count: 0 }] });
const saml = {
  idpEntityId: 'urn:idp',
  ssoUrl: 'https://idp.example/sso',
  x509Certificates: [createProviderKey(Date.now()).certificate],
  nameIdFormat: 'persistent' as const,
  enabled: false,
};
const openId = { clientId: 'c', issuer: 'https://x.example', responseType: 'code' as const, enabled: false };

/** Things of one tenant. */
export interface Ids {
  readonly tenant: string;
  readonly listener: string;
  readonly label: string;
  readonly datasink: string;
  readonly pipeline: string;
  readonly secret: string;
  readonly token: string;
  readonly lookup: string;
  readonly replay: string;
  readonly internal: string;
  readonly sample: string;
  readonly member: string;
  readonly invite: string;
}
const condition = { form: 'visual', ast: { field: 'a', op: 'exists' } };
let count = 0;
const words = (name: string) => ({ name: `${name} ${(count += 1)}`, description: '', tags: [] });

/** Gives the tenant of an owner one of everything. */
export async function furnish(server: TestApp, browser: Browser, port: number): Promise<Ids> {
  const listener = await browser.call('listeners:create', {
    ...words('gate'),
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port },
  });
  const label = await browser.call('labels:create', { listenerId: listener.id, name: 'label', description: '', condition });
  const datasink = await browser.call('datasinks:create', { ...words('field'), component: 'toy-field', config: { address: 'here' } });
  const pipeline = await browser.call('pipelines:create', words('pipeline'));
  const secret = await browser.call('secrets:create', {
    ...words('secret'),
    description: 'd',
    value: 'v',
    expirationDate: 4_000_000_000_000,
  });
  const { authToken } = await browser.call('authToken:create', { ...words('key'), expiration: null, role: 'viewer' });
  const lookup = await browser.call('lookups:create', { ...words('table'), format: 'csv', separator: null, keyColumn: 'k' });
  await browser.call('lookups:createVersion', { id: lookup.id });
  const source = { kind: 'live' as const, count: 1 };
  const internal = await browser.call('internalPipelines:create', { pipelineId: pipeline.id, source });
  const samples = { pipelineId: pipeline.id, name: 'sample', kind: 'raw' as const, texts: ['a'] };
  const sample = await browser.call('internalPipelines:saveSample', samples);
  const replay = await furnishReplay(browser, listener.id, datasink.id);
  return {
    tenant: browser.tenantId,
    replay,
    internal: internal.id,
    sample: sample.id,
    ...(await furnishUsers(server, browser)),
    lookup: lookup.id,
    listener: listener.id,
    label: label.id,
    datasink: datasink.id,
    pipeline: pipeline.id,
    secret: secret.id,
    token: authToken.id,
  };
}

/** A viewer and an invitation. */
async function furnishUsers(server: TestApp, browser: Browser): Promise<Pick<Ids, 'member' | 'invite'>> {
  await server.user('viewer', browser.tenantId);
  const [invite] = await browser.call('users:invite', { emails: [`guest${(count += 1)}@example.com`], role: 'viewer' });
  const member = (await browser.call('users:list', {})).find(
    ({ roles, tenants }) => roles[0]?.id === 'viewer' && tenants[0]?.status === 'ACCEPTED',
  );
  return { member: member!.id, invite: invite!.id! };
}

/** A replay into the published version of a pipeline of its own. */
async function furnishReplay(browser: Browser, listenerId: string, datasinkId: string): Promise<string> {
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document: PipelineDocument = {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId, labelId: 'all' },
      { id: 'out', kind: 'datasink', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
  const { id } = await browser.call('pipelines:create', { ...words('replayed'), document });
  const { revision } = await browser.call('pipelines:getVersion', { id, version: 'Main' });
  const clusterIds = [testCluster];
  await browser.call('pipelines:publishVersion', { id, revision, kind: 'minor', versionName: '', clusterIds });
  return (await browser.call('replays:start', { listenerId, pipelineId: id, version: '1.0.0', from: 1, to: 2 })).id;
}
