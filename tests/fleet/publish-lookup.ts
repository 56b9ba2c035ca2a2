import type { PipelineDocument } from '@acequia/pipeline';
import type { Browser } from '../../apps/server/src/test-app.ts';
import { uploadTable } from '../../apps/server/src/test-lookup.ts';

/** Publishes a pipeline that writes `<value> <line>` for each line posted to a port, the value from a table of one row. */
export async function publishLookup(user: Browser, clusterId: string, { out, port }: { readonly out: string; readonly port: number }) {
  const words = (name: string) => ({ name, description: '', tags: [] });
  const { id: lookup } = await user.call('lookups:create', { ...words('sites'), format: 'csv', separator: null, keyColumn: 'k' });
  await uploadTable(user, lookup, ['k,site\n', 'one,north\n']);
  const listener = await user.call('listeners:create', { ...words('web'), component: 'http', clusterId, config: { port } });
  const datasink = await user.call('datasinks:create', { ...words('file'), component: 'file', config: { root: out } });
  const at = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document: PipelineDocument = {
    format: 1,
    nodes: [
      { id: 'in', kind: 'label', ...at, listenerId: listener.id, labelId: 'all' },
      {
        id: 'look',
        kind: 'action',
        ...at,
        component: 'lookup',
        version: '1.0.0',
        config: { lookup, key: '${message}', columns: [{ column: 'site' }] },
      },
      {
        id: 'out',
        kind: 'datasink',
        ...at,
        datasinkId: datasink.id,
        component: 'file',
        version: '1.0.0',
        config: { path: 'looked.txt', content: 'template', template: '${site} ${message}', maxWait: '20ms' },
      },
    ],
    links: [
      { id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'look' } },
      { id: 'b', from: { node: 'look', port: 'default' }, to: { node: 'out' } },
    ],
  };
  const { id } = await user.call('pipelines:create', { ...words('looks'), document });
  await user.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [clusterId] });
  const startOf = async () => (await user.call('pipelines:listVersions', { id }))[0]!.start;
  return { startOf };
}
