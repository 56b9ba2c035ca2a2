import {
  configObject,
  defineAction,
  defineDatasink,
  defineListener,
  fieldRefField,
  listField,
  outputNameField,
  portField,
  secretField,
  textField,
  type Port,
} from '@acequia/component-sdk/definition';
import { changeFieldSet, fieldSet, typeOfField } from '@acequia/event';
import type { ActionNode, DatasinkNode, LabelNode, Link, PipelineDocument, PipelineNode } from './document.ts';
import type { Surroundings } from './surroundings.ts';

/** Small documents for tests. */
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
export function link(text: string): Link {
  const [from = '', to = ''] = text.split('>');
  const [node = '', port = 'default'] = from.split('.');
  return { id: text, from: { node, port }, to: { node: to } };
}

export const documentOf = (nodes: readonly PipelineNode[], links: readonly string[] = []): PipelineDocument => ({
  format: 1,
  nodes: [...nodes],
  links: links.map(link),
});

const text = (en: string) => ({ en, es: en });

/** An action that adds a field of a chosen name, and one with ports of its user; a datasink; a listener. */
const tag = defineAction({
  kind: 'action',
  id: 'tag',
  version: '1.2.0',
  group: 'advanced',
  state: 'none',
  examples: [],
  config: configObject({ name: outputNameField({}), needs: fieldRefField({ optional: true }), key: secretField({ optional: true }) }),
  text: {
    title: text('Tag'),
    summary: text('Adds a field.'),
    fields: { name: { label: text('Name') }, needs: { label: text('Needs') }, key: { label: text('Key') } },
  },
  overview: (config) => [config.name],
  ports: () => [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => ({ default: changeFieldSet(input, [[config.name, 'string']]) }),
  check: (config, input) =>
    config.needs !== undefined && typeOfField(input, config.needs) === undefined
      ? [{ path: 'needs', code: 'FIELD_UNKNOWN', severity: 'error', fields: { name: config.needs } }]
      : [],
});

const split = defineAction({
  kind: 'action',
  id: 'split',
  version: '1.0.0',
  group: 'filtering',
  state: 'none',
  examples: [],
  config: configObject({ ports: listField(outputNameField({}), { min: 1, max: 8 }) }),
  text: { title: text('Split'), summary: text('Chooses a way.'), fields: { ports: { label: text('Ports') } } },
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
  node: configObject({ path: textField({ default: '/tmp' }) }),
  text: { title: text('Bin'), summary: text('Takes all.'), fields: { path: { label: text('Path') }, folder: { label: text('Folder') } } },
  overview: () => [],
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
  text: { title: text('Tap'), summary: text('Takes lines.'), fields: { port: { label: text('Port') } } },
  overview: () => [],
  outputs: () => fieldSet({ message: 'string', size: 'integer' }),
  binds: () => [],
  sendCommands: () => [],
});

export const surroundings: Surroundings = {
  action: (id) => [tag, split].find((definition) => definition.id === id),
  datasink: (id) => (id === 'bin' ? bin : undefined),
  listener: (id) => (id === 'LI_1' ? { definition: tap, config: {}, labels: ['all', 'unlabelled', 'LB_1'] } : undefined),
  datasinkInstance: (id) => (id === 'DS_1' ? { component: 'bin' } : undefined),
  secret: (id) => id === 'SE_1',
};
