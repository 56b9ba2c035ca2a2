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
import type { Surroundings } from '../surroundings.ts';

const text = (en: string, es = en) => ({ en, es });

/** Adds a field of a chosen name. */
export const tag = defineAction({
  kind: 'action',
  id: 'tag',
  version: '1.2.0',
  group: 'advanced',
  state: 'none',
  examples: [],
  config: configObject({ name: outputNameField({}), needs: fieldRefField({ optional: true }), key: secretField({ optional: true }) }),
  text: {
    title: text('Tag', 'Etiqueta'),
    summary: text('Adds a field.', 'Añade un campo.'),
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

/** Has the ports its user names. */
export const split = defineAction({
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

/** Has one preset, which says where a new node writes. */
export const bin = defineDatasink({
  kind: 'datasink',
  id: 'bin',
  version: '1.0.0',
  order: 'none',
  effect: 'once',
  examples: [],
  creation: configObject({ folder: textField({ default: '/' }) }),
  node: configObject({ path: textField({ default: '/tmp' }) }),
  text: {
    title: text('Bin', 'Cubo'),
    summary: text('Takes all.', 'Lo acepta todo.'),
    fields: { path: { label: text('Path') }, folder: { label: text('Folder') } },
  },
  overview: (creation) => [creation.folder],
  ports: () => [{ id: 'error', kind: 'error' }],
  check: () => [],
  presets: [
    {
      id: 'bin-daily',
      name: text('Daily bin', 'Cubo diario'),
      summary: text('A new one each day.', 'Uno nuevo cada día.'),
      creation: {},
      node: { path: '/days' },
      hidden: [],
    },
  ],
});

export const tap = defineListener({
  kind: 'listener',
  id: 'tap',
  version: '1.0.0',
  delivery: 'push',
  examples: [],
  config: configObject({ port: portField({ default: 514 }) }),
  text: { title: text('Tap', 'Grifo'), summary: text('Takes lines.', 'Recibe líneas.'), fields: { port: { label: text('Port') } } },
  overview: (config) => [`port ${config.port}`],
  outputs: () => fieldSet({ message: 'string', size: 'integer' }),
  binds: () => [],
  sendCommands: () => [],
});

/** A tenant with one listener of three labels, one datasink and one secret. */
export const surroundings: Surroundings = {
  action: (id) => [tag, split].find((definition) => definition.id === id),
  datasink: (id) => (id === 'bin' ? bin : undefined),
  listener: (id) => (id === 'LI_1' ? { definition: tap, config: {}, labels: ['all', 'unlabelled', 'LB_1'] } : undefined),
  datasinkInstance: (id) => (id === 'DS_1' ? { component: 'bin' } : undefined),
  secret: (id) => id === 'SE_1',
};
