import {
  defineAction,
  defineDatasink,
  defineListener,
  configObject,
  integerField,
  secretField,
  textField,
} from '@acequia/component-sdk/definition';
import type { Catalogue } from './catalogue/catalogue.ts';

const word = (text: string) => ({ en: text, es: text });
const open = { fields: new Map(), open: true } as const;

/** Toys: a listener with a port and a secret, an action, a datasink with a secret. */
const gateListener = defineListener({
  kind: 'listener',
  id: 'toy-gate',
  version: '1.0.0',
  delivery: 'push',
  config: configObject({ port: integerField({ min: 1, max: 65_535 }), token: secretField({ optional: true }) }),
  text: { title: word('Gate'), summary: word('Toy.'), fields: { port: { label: word('Port') }, token: { label: word('Token') } } },
  overview: (config) => [String(config.port)],
  outputs: () => open,
  binds: (config) => [{ protocol: 'tcp', port: config.port, tls: false }],
  sendCommands: () => [],
  examples: [],
});

const sieveAction = defineAction({
  kind: 'action',
  id: 'toy-sieve',
  version: '1.0.0',
  group: 'filtering',
  config: configObject({ word: textField({}), key: secretField({ optional: true }) }),
  text: { title: word('Sieve'), summary: word('Toy.'), fields: { word: { label: word('Word') }, key: { label: word('Key') } } },
  overview: (config) => [config.word],
  ports: () => [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (_config, input) => ({ default: input, error: input }),
  check: () => [],
  state: 'none',
  examples: [],
});

const fieldDatasink = defineDatasink({
  kind: 'datasink',
  id: 'toy-field',
  version: '1.0.0',
  creation: configObject({ address: textField({}), password: secretField({ optional: true }) }),
  node: configObject({ note: textField({ optional: true }) }),
  text: {
    title: word('Field'),
    summary: word('Toy.'),
    fields: { address: { label: word('Address') }, password: { label: word('Password') }, note: { label: word('Note') } },
  },
  overview: (creation) => [creation.address],
  ports: () => [{ id: 'error', kind: 'error' }],
  check: () => [],
  order: 'none',
  effect: 'once',
  examples: [],
  presets: [{ id: 'toy-meadow', name: word('Meadow'), summary: word('Toy.'), creation: {}, node: { note: 'green' }, hidden: [] }],
});

export const testCatalogue: Catalogue = {
  listener: (id) => (id === gateListener.id ? (gateListener as never) : undefined),
  action: (id) => (id === sieveAction.id ? (sieveAction as never) : undefined),
  datasink: (id) => (id === fieldDatasink.id ? (fieldDatasink as never) : undefined),
};
