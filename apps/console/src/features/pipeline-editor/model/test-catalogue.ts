import {
  configObject,
  defineAction,
  defineDatasink,
  defineListener,
  listField,
  outputNameField,
  portField,
  textField,
  type Port,
} from '@acequia/component-sdk/definition';
import type { Datasink, Label, Listener } from '@acequia/contract';
import { changeFieldSet, fieldSet } from '@acequia/event';
import type { ActionNode, DatasinkNode, LabelNode, Link, PipelineDocument, PipelineNode } from '@acequia/pipeline';
import type { Catalogue } from './catalogue.ts';
import { createNewId } from './new-id.ts';

/** A small tenant for tests: one listener with three labels, two actions, one datasink. */
const text = (en: string, es = en) => ({ en, es });

const tag = defineAction({
  kind: 'action',
  id: 'tag',
  version: '1.0.0',
  group: 'advanced',
  state: 'none',
  examples: [],
  config: configObject({ name: outputNameField({}) }),
  text: { title: text('Tag', 'Etiqueta'), summary: text('Adds a field.', 'Añade un campo.'), fields: { name: { label: text('Name') } } },
  overview: (config) => [config.name],
  ports: () => [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => ({ default: changeFieldSet(input, [[config.name, 'string']]) }),
  check: () => [],
});

const split = defineAction({
  kind: 'action',
  id: 'split',
  version: '1.0.0',
  group: 'filtering',
  state: 'none',
  examples: [],
  config: configObject({ ports: listField(outputNameField({}), { min: 1, max: 8 }) }),
  text: {
    title: text('Split', 'Separar'),
    summary: text('Chooses a way.', 'Elige un camino.'),
    fields: { ports: { label: text('Ports') } },
  },
  overview: (config) => config.ports,
  ports: (config) => [...config.ports, 'default'].map((id): Port => ({ id, kind: 'choosing' })).concat({ id: 'error', kind: 'error' }),
  outputs: (config, input) => Object.fromEntries([...config.ports, 'default'].map((id) => [id, input])),
  check: () => [],
});

const bin = defineDatasink({
  kind: 'datasink',
  id: 'bin',
  version: '1.0.0',
  order: 'none',
  effect: 'once',
  examples: [],
  creation: configObject({ folder: textField({ default: '/' }) }),
  node: configObject({ path: textField({ default: 'x' }) }),
  text: {
    title: text('Bin', 'Cubo'),
    summary: text('Takes all.', 'Lo acepta todo.'),
    fields: { path: { label: text('Path') }, folder: { label: text('Folder') } },
  },
  overview: (creation) => [creation.folder],
  ports: () => [{ id: 'error', kind: 'error' }],
  check: () => [],
});

const tap = defineListener({
  kind: 'listener',
  id: 'tap',
  version: '1.0.0',
  delivery: 'push',
  examples: [],
  config: configObject({ port: portField({ default: 514 }) }),
  text: { title: text('Tap', 'Grifo'), summary: text('Takes lines.', 'Recibe líneas.'), fields: { port: { label: text('Port') } } },
  overview: (config) => [`port ${config.port}`],
  outputs: () => fieldSet({ message: 'string' }),
  binds: () => [],
  sendCommands: () => [],
});

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
const instance: Datasink = { ...stamps, id: 'DS_1', name: 'Archive', component: 'bin', config: { folder: '/srv' } };

export const catalogue: Catalogue = {
  listenerDefinitions: [tap],
  actionDefinitions: [tag, split],
  datasinkDefinitions: [bin],
  listeners: [listener],
  labels: [labelOf('all', 'All events', true), labelOf('unlabelled', 'Unlabelled', true), labelOf('LB_1', 'firewall', false)],
  datasinks: [instance],
  secrets: undefined,
};

export const label = (id = 'in', more: Partial<LabelNode> = {}): LabelNode => ({
  kind: 'label',
  id,
  position: { x: 0, y: 0 },
  name: '',
  comment: '',
  listenerId: 'LI_1',
  labelId: 'all',
  ...more,
});
export const action = (id: string, more: Partial<ActionNode> = {}): ActionNode => ({
  kind: 'action',
  id,
  position: { x: 0, y: 0 },
  name: '',
  comment: '',
  component: 'tag',
  version: '1.0.0',
  config: { name: 'colour' },
  ...more,
});
export const datasink = (id: string, more: Partial<DatasinkNode> = {}): DatasinkNode => ({
  kind: 'datasink',
  id,
  position: { x: 0, y: 0 },
  name: '',
  comment: '',
  datasinkId: 'DS_1',
  component: 'bin',
  version: '1.0.0',
  config: {},
  ...more,
});

/** `'a.port>b'`, `'a>b'` (port `default`). */
export function link(words: string): Link {
  const [from = '', to = ''] = words.split('>');
  const [node = '', port = 'default'] = from.split('.');
  return { id: words, from: { node, port }, to: { node: to } };
}

export const documentOf = (nodes: readonly PipelineNode[], links: readonly string[] = []): PipelineDocument => ({
  format: 1,
  nodes: [...nodes],
  links: links.map(link),
});

/** Counts up instead of rolling dice. */
export function countingIds() {
  let next = 0;
  return createNewId({ bytes: (n) => Uint8Array.from({ length: n }, () => (next += 1) % 256) });
}
