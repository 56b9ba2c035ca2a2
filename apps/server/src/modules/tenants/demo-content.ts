import { readFileSync } from 'node:fs';
import type { Language, Localised } from '@acequia/component-sdk/text';
import type { PipelineDocument } from '@acequia/pipeline';

/** Marks the demo's pipeline whose draft was tried in a shadow run. */
export const triedTag = 'shadow-run';

type Config = Record<string, unknown>;
type Node = PipelineDocument['nodes'][number];

/** A thing of the demo by the name that others of it refer to it by. */
interface Named {
  readonly key: string;
  readonly name: Localised;
  readonly description: Localised;
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
    name: { en: 'Web shop', es: 'Tienda web' },
    description: {
      en: 'Access log of an invented shop, as JSON. The users are email addresses.',
      es: 'Registro de accesos de una tienda inventada, en JSON. Los usuarios son direcciones de correo.',
    },
    component: 'data-generator',
    // The addresses are to be gone after the step that masks them. With this seed a request without a duration comes early.
    config: { ...generator, recording: log('web-shop'), rate: 300, keepRaw: false, seed: 37 },
  },
  {
    key: 'firewall',
    name: { en: 'Firewall', es: 'Cortafuegos' },
    description: {
      en: 'Traffic log of an invented firewall, as key-value pairs.',
      es: 'Registro de tráfico de un cortafuegos inventado, en pares de clave y valor.',
    },
    component: 'data-generator',
    config: { ...generator, recording: log('firewall'), rate: 150 },
  },
  {
    key: 'cloud',
    name: { en: 'Cloud audit', es: 'Auditoría en la nube' },
    description: {
      en: 'Audit log of an invented cloud account, as JSON.',
      es: 'Registro de auditoría de una cuenta en la nube inventada, en JSON.',
    },
    component: 'data-generator',
    config: { ...generator, recording: log('cloud-audit'), rate: 50 },
  },
];

const nowhere = 'null';
const retry = { giveUpAfter: '24h', firstWait: '500ms', maxWait: '5s' };

/** None of them sends anything anywhere: they count what a real one would get. */
export const demoDatasinks: readonly Named[] = [
  {
    key: 'siem',
    name: { en: 'SIEM', es: 'SIEM' },
    description: { en: 'Expensive: paid by the gigabyte.', es: 'Caro: se paga por gigabyte.' },
    component: nowhere,
    config: {},
  },
  {
    key: 'archive',
    name: { en: 'Archive', es: 'Archivo' },
    description: { en: 'Cheap storage that gets every event.', es: 'Almacenamiento barato que recibe todos los eventos.' },
    component: nowhere,
    config: {},
  },
  {
    key: 'desk',
    name: { en: 'Alert desk', es: 'Mesa de alertas' },
    description: {
      en: 'Fails for one minute of every three, on purpose. Events wait, and then they are delivered.',
      es: 'Falla a propósito un minuto de cada tres. Los eventos esperan y después se entregan.',
    },
    component: nowhere,
    config: { outageEvery: '3m', outageFor: '1m', retry },
  },
  {
    key: 'dashboards',
    name: { en: 'Dashboards', es: 'Paneles' },
    description: { en: 'Gets totals instead of events.', es: 'Recibe totales en lugar de eventos.' },
    component: nowhere,
    config: {},
  },
];

export const demoLookup = {
  name: { en: 'Network services', es: 'Servicios de red' },
  description: {
    en: 'The service of each port, and how risky it is to leave the port open.',
    es: 'Para qué sirve cada puerto y qué riesgo tiene dejarlo abierto.',
  },
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
  readonly name: Localised;
  readonly config: Config;
}

interface DemoPipeline {
  readonly key: string;
  readonly name: Localised;
  readonly description: Localised;
  readonly tags: readonly string[];
  readonly listener: string;
  readonly steps: readonly Step[];
  readonly datasinks: readonly string[];
  /** `label` is where events come in; a data sink goes by its key. */
  readonly links: readonly (readonly [from: string, to: string])[];
}

const filter = (id: string, name: Localised, mode: 'keep' | 'drop', condition: Condition): Step => ({
  id,
  component: 'filter',
  name,
  config: { mode, condition: where(condition) },
});

const keepOnly = (id: string, name: Localised, names: readonly string[]): Step => ({
  id,
  component: 'field-transformation',
  name,
  config: { steps: [{ field: names[0], operation: 'keep-only', parameters: { names } }] },
});

const assets = { and: [test('path', 'starts-with', '/assets/'), test('status', 'lt', 400)] };
const healthChecks = test('path', 'eq', '/healthz');

/** By `seq` the whole event is found in the archive. */
const searched = ['time', 'service', 'host', 'method', 'path', 'status', 'bytes', 'client', 'user', 'seq'];

const webDrop = (condition: Condition) =>
  filter('noise', { en: 'Drop assets and health checks', es: 'Descartar recursos y chequeos' }, 'drop', condition);

const webWith = (noise: Step): DemoPipeline => ({
  key: 'trim',
  name: { en: 'Web shop: mask and trim', es: 'Tienda web: enmascarar y reducir' },
  description: {
    en: 'Masks email addresses, archives every event, and sends the SIEM only what people look at.',
    es: 'Enmascara las direcciones de correo, archiva todos los eventos y envía al SIEM solo lo que se consulta.',
  },
  tags: [triedTag],
  listener: 'web',
  steps: [
    {
      id: 'mask',
      component: 'redact',
      name: { en: 'Mask emails', es: 'Enmascarar correos' },
      config: { detectors: ['email'], mode: 'mask', fields: ['user'], report: 'masked' },
    },
    noise,
    keepOnly('trim', { en: 'Keep searched fields', es: 'Conservar campos de búsqueda' }, searched),
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
    name: { en: 'Firewall: denied and risky', es: 'Cortafuegos: denegado y arriesgado' },
    description: {
      en: 'Parses the pairs, looks up what each port is for, and sends the SIEM what was denied or is risky.',
      es: 'Analiza los pares, busca para qué sirve cada puerto y envía al SIEM lo denegado o arriesgado.',
    },
    tags: [],
    listener: 'firewall',
    steps: [
      {
        id: 'read',
        component: 'parser',
        name: { en: 'Parse key-value pairs', es: 'Analizar clave y valor' },
        config: { field: 'message', mode: 'kv', keepSource: false },
      },
      {
        id: 'service',
        component: 'lookup',
        name: { en: 'Look up the service', es: 'Buscar el servicio' },
        config: { key: '${dstport}', columns: [{ column: 'service' }, { column: 'risk', default: 'unknown' }] },
      },
      filter('matters', { en: 'Keep denied or risky', es: 'Conservar denegado o arriesgado' }, 'keep', {
        or: [test('action', 'eq', 'deny'), test('risk', 'eq', 'high')],
      }),
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
    name: { en: 'Cloud audit: changes', es: 'Auditoría en la nube: cambios' },
    description: {
      en: 'Sends changes to the SIEM, and logins and new keys to the alert desk.',
      es: 'Envía los cambios al SIEM, y los inicios de sesión y las claves nuevas a la mesa de alertas.',
    },
    tags: [],
    listener: 'cloud',
    steps: [
      filter(
        'changes',
        { en: 'Drop read-only calls', es: 'Descartar lecturas' },
        'drop',
        test('eventName', 'in', ['GetObject', 'DescribeInstances']),
      ),
      filter(
        'urgent',
        { en: 'Keep logins and new keys', es: 'Conservar accesos y claves nuevas' },
        'keep',
        test('eventName', 'in', ['ConsoleLogin', 'CreateAccessKey']),
      ),
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
    name: { en: 'Web shop: metrics', es: 'Tienda web: métricas' },
    description: {
      en: 'Requests, errors and speed of each path, every ten seconds. A request without a duration becomes a dead letter.',
      es: 'Peticiones, errores y velocidad de cada ruta, cada diez segundos. Una petición sin duración se convierte en evento fallido.',
    },
    tags: [],
    listener: 'web',
    steps: [
      {
        id: 'speed',
        component: 'field-generator',
        name: { en: 'Compute speed', es: 'Calcular velocidad' },
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
        name: { en: 'Aggregate every 10 seconds', es: 'Agregar cada 10 segundos' },
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
export const demoEarlier: DemoPipeline = webWith(
  filter('noise', { en: 'Drop health checks', es: 'Descartar chequeos' }, 'drop', healthChecks),
);

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

/** Steps from top to bottom, named in the language, data sinks side by side below. */
export function documentOf({ listener, steps, datasinks, links }: DemoPipeline, ids: DemoIds, language: Language): PipelineDocument {
  const at = (x: number, y: number, name = '') => ({ position: { x, y }, name, comment: '' });
  const nodes: Node[] = [{ id: 'label', kind: 'label', ...at(0, 0), listenerId: ids.listeners.get(listener)!, labelId: 'all' }];
  for (const [index, { id, component, name, config }] of steps.entries())
    nodes.push({
      id,
      kind: 'action',
      ...at(0, 160 * (index + 1), name[language]),
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
