import type { StartSource } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';

/** Carried by all that a set-up makes; by it the next one finds it. */
export const startTag = 'get-started';

type Config = Record<string, unknown>;

interface Chain {
  readonly component: string;
  /** Fields of the listener that hold its ports, where it has any. */
  readonly ports: readonly string[];
  /** Whether senders prove themselves with a token. */
  readonly token: boolean;
  readonly parser: Config;
}

/** What reads fields out of the text. */
export const parserComponent = 'parser';

/** JSON in the text becomes fields; other text goes on as it came. */
const jsonIn = (field: string): Config => ({ field, mode: 'json', onFail: 'pass' });
const accessLog: Config = { field: 'message', mode: 'access', onFail: 'pass' };

const chains: Readonly<Record<StartSource, Chain>> = {
  syslog: { component: 'syslog', ports: ['port'], token: false, parser: jsonIn('message') },
  http: { component: 'http', ports: ['port'], token: true, parser: jsonIn('message') },
  opentelemetry: { component: 'opentelemetry', ports: ['httpPort', 'grpcPort'], token: true, parser: jsonIn('body') },
  file: { component: 'file', ports: [], token: false, parser: jsonIn('message') },
  sample: { component: 'data-generator', ports: [], token: false, parser: accessLog },
};

/** What is set up for a source; a file's parser goes by its name. */
export function chainOf(source: StartSource, path: string): Chain {
  return source === 'file' && /access/i.test(baseName(path)) ? { ...chains.file, parser: accessLog } : chains[source];
}

/** The listener's configuration, but for its ports and its token. */
export function listenerConfig(source: StartSource, path: string): Config {
  if (source === 'file') return { include: [path], startAt: 'beginning' };
  return source === 'sample' ? { template: 'apache-access', rate: 5 } : {};
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const words = {
  en: {
    sample: 'Sample data',
    pipeline: (of: string) => `${of} to file`,
    datasink: 'First events',
    token: (of: string) => `Token of ${of}`,
  },
  es: {
    sample: 'Datos de ejemplo',
    pipeline: (of: string) => `${of} a archivo`,
    datasink: 'Primeros eventos',
    token: (of: string) => `Token de ${of}`,
  },
} as const;
export type StartLanguage = keyof typeof words;

/** Names in the language of who sets up. */
export function namesFor(source: StartSource, path: string, language: StartLanguage) {
  const listener = { syslog: 'Syslog', http: 'HTTP', opentelemetry: 'OpenTelemetry', file: baseName(path), sample: words[language].sample };
  return { ...words[language], listener: listener[source].slice(0, 64) };
}

/** The file that events of a listener are written to. */
export function fileNameOf(listener: string): string {
  const plain = listener
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${plain === '' ? 'events' : plain}.ndjson`;
}

/** Listener → parser → file, one below the other. */
export function documentOf(parts: {
  readonly listenerId: string;
  readonly parser: { readonly version: string; readonly config: Config };
  readonly datasink: { readonly id: string; readonly version: string };
  readonly path: string;
}): PipelineDocument {
  const at = (y: number) => ({ position: { x: 0, y }, name: '', comment: '' });
  return {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...at(0), listenerId: parts.listenerId, labelId: 'all' },
      { id: 'parser', kind: 'action', ...at(160), component: parserComponent, ...parts.parser },
      {
        id: 'file',
        kind: 'datasink',
        ...at(320),
        datasinkId: parts.datasink.id,
        component: 'file',
        version: parts.datasink.version,
        config: { path: parts.path },
      },
    ],
    links: [
      { id: 'label-parser', from: { node: 'label', port: 'default' }, to: { node: 'parser' } },
      { id: 'parser-file', from: { node: 'parser', port: 'default' }, to: { node: 'file' } },
    ],
  };
}
