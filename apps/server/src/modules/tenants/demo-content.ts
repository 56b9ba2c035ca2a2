import { readFileSync } from 'node:fs';
import type { PipelineDocument } from '@acequia/pipeline';

/** Marks the demo's pipeline whose draft was tried in a shadow run. */
export const triedTag = 'shadow-run';

type Config = Record<string, unknown>;
type Node = PipelineDocument['nodes'][number];

/** A thing of the demo by the name that others of it refer to it by. */
interface Named {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly component: string;
  readonly config: Config;
}

/** A piece of a log, which the listener plays over and over. */
const log = (name: string): string => readFileSync(new URL(`./demo-logs/${name}.log`, import.meta.url), 'utf8');

const generator = { template: 'recording', durability: 'os', shape: 'mild' };

/** 500 events/s in all in the mean of a day. */
export const demoListeners: readonly Named[] = [
  {
    key: 'web',
    name: 'Web shop',
    description: 'Access log of an invented shop, as JSON. The users are e-mail addresses.',
    component: 'data-generator',
    // The addresses are to be gone after the step that masks them. With this seed a request without a duration comes early.
    config: { ...generator, recording: log('web-shop'), rate: 300, keepRaw: false, seed: 37 },
  },
  {
    key: 'firewall',
    name: 'Firewall',
    description: 'Traffic log of an invented firewall, as key-value pairs.',
    component: 'data-generator',
    config: { ...generator, recording: log('firewall'), rate: 150 },
  },
  {
    key: 'cloud',
    name: 'Cloud audit',
    description: 'Audit log of an invented cloud account, as JSON.',
    component: 'data-generator',
    config: { ...generator, recording: log('cloud-audit'), rate: 50 },
  },
];

const nowhere = 'null';
const retry = { giveUpAfter: '24h', firstWait: '500ms', maxWait: '5s' };

/** None of them sends anything anywhere: they count what a real one would get. */
export const demoDatasinks: readonly Named[] = [
  { key: 'siem', name: 'SIEM', description: 'The expensive one: paid by the gigabyte.', component: nowhere, config: {} },
  { key: 'archive', name: 'Archive', description: 'The cheap one: gets everything.', component: nowhere, config: {} },
  {
    key: 'desk',
    name: 'Alert desk',
    description: 'Fails for one minute of every three, on purpose. Events wait, and then they are delivered.',
    component: nowhere,
    config: { outageEvery: '3m', outageFor: '1m', retry },
  },
  { key: 'dashboards', name: 'Dashboards', description: 'Gets numbers, not events.', component: nowhere, config: {} },
];

export const demoLookup = {
  name: 'Network services',
  description: 'What each port is for, and how risky it is to leave it open.',
  format: 'csv',
  separator: ',',
  keyColumn: 'port',
} as const;
export const demoLookupFile = [
  'port,service,risk',
  '22,ssh,high',
  '25,smtp,medium',
  '53,dns,low',
  '80,http,medium',
  '123,ntp,low',
  '443,https,low',
  '3389,remote desktop,high',
  '8443,admin console,medium',
  '',
].join('\n');

type Condition = Readonly<Record<string, unknown>>;
const where = (ast: Condition) => ({ form: 'visual', ast });
const test = (field: string, op: string, value: unknown): Condition => ({ field, op, value });

/** A step by its component, its name on the card and its configuration. */
interface Step {
  readonly id: string;
  readonly component: string;
  readonly name: string;
  readonly config: Config;
}

interface DemoPipeline {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly listener: string;
  readonly steps: readonly Step[];
  readonly datasinks: readonly string[];
  /** `label` is where events come in; a data sink goes by its key. */
  readonly links: readonly (readonly [from: string, to: string])[];
}

const filter = (id: string, name: string, mode: 'keep' | 'drop', condition: Condition): Step => ({
  id,
  component: 'filter',
  name,
  config: { mode, condition: where(condition) },
});

const keepOnly = (id: string, name: string, names: readonly string[]): Step => ({
  id,
  component: 'field-transformation',
  name,
  config: { steps: [{ field: names[0], operation: 'keep-only', parameters: { names } }] },
});

const assets = { and: [test('path', 'starts-with', '/assets/'), test('status', 'lt', 400)] };
const healthChecks = test('path', 'eq', '/healthz');

/** By `seq` the whole event is found in the archive. */
const searched = ['time', 'service', 'host', 'method', 'path', 'status', 'bytes', 'client', 'user', 'seq'];

const webDrop = (condition: Condition) => filter('noise', 'Drop assets and health checks', 'drop', condition);

const webWith = (noise: Step): DemoPipeline => ({
  key: 'trim',
  name: 'Web shop: mask and trim',
  description: 'Masks e-mail addresses, archives everything, and sends the SIEM what a person would look at.',
  tags: [triedTag],
  listener: 'web',
  steps: [
    {
      id: 'mask',
      component: 'redact',
      name: 'Mask e-mails',
      config: { detectors: ['email'], mode: 'mask', fields: ['user'], report: 'masked' },
    },
    noise,
    keepOnly('trim', 'Keep what is searched for', searched),
  ],
  datasinks: ['archive', 'siem'],
  links: [
    ['label', 'mask'],
    ['mask', 'archive'],
    ['mask', 'noise'],
    ['noise', 'trim'],
    ['trim', 'siem'],
  ],
});

const perMillisecond = {
  math: '/',
  left: { math: '*', left: { field: 'bytes' }, right: { literal: 1000 } },
  right: { field: 'duration_us' },
};
const of = (field: string) => ({ form: 'code', ast: { field }, code: `\${${field}}` });

export const demoPipelines: readonly DemoPipeline[] = [
  webWith(webDrop({ or: [healthChecks, assets] })),
  {
    key: 'firewall',
    name: 'Firewall: denied and risky',
    description: 'Reads the pairs, looks up what each port is for, and sends the SIEM what was denied or is risky.',
    tags: [],
    listener: 'firewall',
    steps: [
      { id: 'read', component: 'parser', name: 'Read the pairs', config: { field: 'message', mode: 'kv', keepSource: false } },
      {
        id: 'service',
        component: 'lookup',
        name: 'What the port is for',
        config: { key: '${dstport}', columns: [{ column: 'service' }, { column: 'risk', default: 'unknown' }] },
      },
      filter('matters', 'Keep denied and risky', 'keep', { or: [test('action', 'eq', 'deny'), test('risk', 'eq', 'high')] }),
    ],
    datasinks: ['archive', 'siem'],
    links: [
      ['label', 'archive'],
      ['label', 'read'],
      ['read', 'service'],
      ['service', 'matters'],
      ['matters', 'siem'],
    ],
  },
  {
    key: 'cloud',
    name: 'Cloud audit: what changes',
    description: 'Sends the SIEM what changes something, and the alert desk what somebody should look at now.',
    tags: [],
    listener: 'cloud',
    steps: [
      filter('changes', 'Drop plain reads', 'drop', test('eventName', 'in', ['GetObject', 'DescribeInstances'])),
      filter('urgent', 'Log-ins and new keys', 'keep', test('eventName', 'in', ['ConsoleLogin', 'CreateAccessKey'])),
    ],
    datasinks: ['archive', 'siem', 'desk'],
    links: [
      ['label', 'archive'],
      ['label', 'changes'],
      ['changes', 'siem'],
      ['label', 'urgent'],
      ['urgent', 'desk'],
    ],
  },
  {
    key: 'numbers',
    name: 'Web shop: numbers',
    description: 'Requests, errors and speed of each path, every ten seconds. A request without a duration becomes a dead letter.',
    tags: [],
    listener: 'web',
    steps: [
      {
        id: 'speed',
        component: 'field-generator',
        name: 'Bytes per millisecond',
        config: {
          fields: [
            {
              name: 'speed',
              type: 'float',
              source: 'expression',
              expression: { form: 'code', ast: perMillisecond, code: '${bytes} * 1000 / ${duration_us}' },
            },
          ],
        },
      },
      {
        id: 'sum',
        component: 'group-by',
        name: 'Every ten seconds',
        config: {
          every: 10,
          unit: 'second',
          keys: ['path'],
          aggregations: [
            { function: 'count', name: 'requests' },
            { function: 'count', name: 'errors', where: where(test('status', 'ge', 500)) },
            { function: 'percentile', percentile: 95, expr: of('speed'), name: 'speed_p95' },
          ],
        },
      },
    ],
    datasinks: ['dashboards'],
    links: [
      ['label', 'speed'],
      ['speed', 'sum'],
      ['sum', 'dashboards'],
    ],
  },
];

/** What ran before: health checks alone were dropped. */
export const demoEarlier: DemoPipeline = webWith(filter('noise', 'Drop health checks', 'drop', healthChecks));

/** What somebody is about to publish: fewer events for the SIEM. */
export const demoDraft: DemoPipeline = webWith(
  webDrop({ or: [healthChecks, assets, { and: [test('path', 'starts-with', '/products'), test('status', 'lt', 400)] }] }),
);

/** What the demo's documents need to know of what is there. */
export interface DemoIds {
  readonly listeners: ReadonlyMap<string, string>;
  readonly datasinks: ReadonlyMap<string, { readonly id: string; readonly component: string; readonly version: string }>;
  readonly lookup: string;
  /** Version of an action's component. */
  readonly versionOf: (component: string) => string;
}

/** Steps from top to bottom, data sinks side by side below. */
export function documentOf({ listener, steps, datasinks, links }: DemoPipeline, ids: DemoIds): PipelineDocument {
  const at = (x: number, y: number, name = '') => ({ position: { x, y }, name, comment: '' });
  const nodes: Node[] = [{ id: 'label', kind: 'label', ...at(0, 0), listenerId: ids.listeners.get(listener)!, labelId: 'all' }];
  for (const [index, { id, component, name, config }] of steps.entries())
    nodes.push({
      id,
      kind: 'action',
      ...at(0, 160 * (index + 1), name),
      component,
      version: ids.versionOf(component),
      config: component === 'lookup' ? { ...config, lookup: ids.lookup } : config,
    });
  for (const [index, key] of datasinks.entries()) {
    const { id, component, version } = ids.datasinks.get(key)!;
    nodes.push({ id: key, kind: 'datasink', ...at(320 * index, 160 * (steps.length + 1)), datasinkId: id, component, version, config: {} });
  }
  return {
    format: 1,
    nodes,
    links: links.map(([from, to]) => ({ id: `${from}-${to}`, from: { node: from, port: 'default' }, to: { node: to } })),
  };
}
