import type { IncomingMessage } from 'node:http';
import type { FrameMeta } from '@acequia/batch';
import type { HttpExchange } from '@acequia/wire';
import type { HttpConfig } from './config.ts';
import type { Elements } from './elements.ts';

/** Attributes that tell the decoder how, and never become fields. */
export const elementKindAttribute = 'element';
export const inheritAttribute = 'inherit';

/** How the elements of a body are to be decoded. */
export const elementAttributes = ({ kind, inherit }: Elements): Readonly<Record<string, string>> => ({
  [elementKindAttribute]: kind,
  ...(inherit === undefined ? {} : { [inheritAttribute]: inherit }),
});

const neverKept = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** What all frames of one request share. */
export function frameMeta(
  config: HttpConfig,
  exchange: HttpExchange,
  facts: {
    readonly receivedMs: number;
    readonly clientIp: string;
    readonly credential: string | undefined;
    readonly url: URL;
    readonly elements: Elements;
  },
): FrameMeta {
  const { request, peer, secure } = exchange;
  const query = queryObject(facts.url.searchParams, config);
  const headers = capturedHeaders(request, config);
  return {
    receivedMs: facts.receivedMs,
    transport: secure ? 'https' : 'http',
    sourceIp: facts.clientIp,
    ...(facts.clientIp === peer.ip ? { sourcePort: peer.port } : {}),
    ...(peer.tlsSubject === undefined ? {} : { tlsSubject: peer.tlsSubject }),
    ...(facts.credential === undefined ? {} : { credential: facts.credential }),
    attributes: {
      ...elementAttributes(facts.elements),
      http_method: request.method ?? '',
      http_path: facts.url.pathname,
      ...(query === undefined ? {} : { http_query: query }),
      ...(headers === undefined ? {} : { http_headers: headers }),
    },
  };
}

/** As JSON text; a repeated name becomes a list. The api key is left out. */
export function queryObject(query: URLSearchParams, config: HttpConfig): string | undefined {
  const members = new Map<string, string | string[]>();
  for (const [name, value] of query) {
    if (config.auth === 'api-key' && config.keyIn === 'query' && name === config.keyName) continue;
    const known = members.get(name);
    members.set(name, known === undefined ? value : [...[known].flat(), value]);
  }
  return members.size === 0 ? undefined : objectText(members);
}

function capturedHeaders(request: IncomingMessage, config: HttpConfig): string | undefined {
  if (config.captureHeaders === 'none') return undefined;
  const wanted = config.captureHeaders === 'list' ? new Set(config.headerNames?.map((name) => name.toLowerCase())) : undefined;
  const kept = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || neverKept.has(name) || (wanted && !wanted.has(name))) continue;
    if (config.auth === 'api-key' && name === config.keyName.toLowerCase()) continue;
    kept.set(name, value);
  }
  return objectText(kept);
}

const objectText = (members: ReadonlyMap<string, string | string[]>) =>
  `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
