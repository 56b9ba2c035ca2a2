import type { IncomingMessage } from 'node:http';
import { MiB, secondMs } from '@acequia/base';
import type { RuntimeContext } from '@acequia/component-sdk/runtime';
import { createHttpClient } from '@acequia/wire';
import type { HttpConfig } from './config.ts';

/** The answer to a sender that checks whether we own the address; it is not an event. */
export interface HandshakeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const plain = (body: string): HandshakeAnswer => ({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body });
const json = (value: unknown): HandshakeAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Checks that come without a body or credentials. */
export function handshakeOfHeaders(config: HttpConfig, request: IncomingMessage, query: URLSearchParams): HandshakeAnswer | undefined {
  switch (config.handshake) {
    case 'microsoft-graph': {
      const token = query.get('validationToken');
      return token === null ? undefined : plain(token);
    }
    case 'okta': {
      const challenge = request.headers['x-okta-verification-challenge'];
      return request.method === 'GET' && typeof challenge === 'string' ? json({ verification: challenge }) : undefined;
    }
    case 'event-grid': {
      const origin = request.headers['webhook-request-origin'];
      return request.method === 'OPTIONS' && typeof origin === 'string'
        ? { status: 200, headers: { 'webhook-allowed-origin': origin, 'webhook-allowed-rate': '*' }, body: '' }
        : undefined;
    }
    default:
      return undefined;
  }
}

const bodyBytesMax = 65_536;

/** Checks that come as a body, after the sender was authenticated. */
export async function handshakeOfBody(
  config: HttpConfig,
  ctx: RuntimeContext,
  request: IncomingMessage,
  body: Buffer,
): Promise<HandshakeAnswer | undefined> {
  if (body.length > bodyBytesMax) return undefined;
  switch (config.handshake) {
    case 'slack': {
      const message = parse(body);
      return message?.['type'] === 'url_verification' && typeof message['challenge'] === 'string' ? plain(message['challenge']) : undefined;
    }
    case 'event-grid': {
      const message = parse(body);
      const data =
        message?.['eventType'] === 'Microsoft.EventGrid.SubscriptionValidationEvent'
          ? (message['data'] as Record<string, unknown> | null)
          : undefined;
      return typeof data?.['validationCode'] === 'string' ? json({ validationResponse: data['validationCode'] }) : undefined;
    }
    case 'sns': {
      if (request.headers['x-amz-sns-message-type'] !== 'SubscriptionConfirmation') return undefined;
      const url = parse(body)?.['SubscribeURL'];
      if (typeof url !== 'string' || !isSnsUrl(url)) return { status: 400, headers: {}, body: '' };
      return (await visit(url, ctx)) ? plain('') : { status: 503, headers: { 'retry-after': '5' }, body: '' };
    }
    default:
      return undefined;
  }
}

/** Only the service's own https addresses are visited, whatever the body says. */
function isSnsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' && /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(url.hostname);
}

async function visit(url: string, ctx: RuntimeContext): Promise<boolean> {
  const client = createHttpClient({
    egress: ctx.egress,
    clock: ctx.clock,
    connectTimeoutMs: 5 * secondMs,
    timeoutMs: 5 * secondMs,
    maxResponseBytes: MiB,
    maxSockets: 1,
  });
  try {
    return (await client.request({ method: 'GET', url })).status === 200;
  } catch (error) {
    ctx.log.warn({ error }, 'subscription could not be confirmed');
    return false;
  } finally {
    client.close();
  }
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
