import type { Datasink, Label, Listener } from '@acequia/contract';
import { bin, split, tag, tap } from '@acequia/pipeline/testing';
import { fakeStatus } from '#lib/operations/testing/fake-things.ts';
import type { Catalogue } from './catalogue.ts';
import { createNewId } from './new-id.ts';

const stamps = {
  createdAt: 0,
  updatedAt: 0,
  createdBy: 'ana',
  updatedBy: 'ana',
  description: '',
  tags: [],
  usedBy: [],
  version: '1.0.0',
  revision: 1,
  status: fakeStatus(),
};
const listener: Listener = {
  ...stamps,
  id: 'LI_1',
  name: 'edge',
  component: 'tap',
  config: {},
  clusterId: 'CL_1',
  state: 'created',
  reason: null,
  labels: 3,
};
const labelOf = (id: string, name: string, builtIn: boolean): Label => ({
  id,
  listenerId: 'LI_1',
  name,
  description: '',
  condition: null,
  builtIn,
  usedBy: [],
});
const instance: Datasink = { ...stamps, id: 'DS_1', name: 'Archive', component: 'bin', preset: null, config: { folder: '/srv' } };

/** The tenant of the documents of `@acequia/pipeline/testing`: a listener with three labels, two actions, a datasink. */
export const catalogue: Catalogue = {
  listenerDefinitions: [tap],
  actionDefinitions: [tag, split],
  datasinkDefinitions: [bin],
  listeners: [listener],
  labels: [labelOf('all', 'All events', true), labelOf('unlabelled', 'Unlabelled', true), labelOf('LB_1', 'firewall', false)],
  datasinks: [instance],
  secrets: undefined,
  lookups: undefined,
  removed: new Map(),
};

/** Counts up instead of rolling dice. */
export function countingIds() {
  let next = 0;
  return createNewId({ bytes: (n) => Uint8Array.from({ length: n }, () => (next += 1) % 256) });
}
