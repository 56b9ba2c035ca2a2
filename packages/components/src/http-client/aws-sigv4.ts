import { createHash, createHmac } from 'node:crypto';
import type { HttpRequest } from '@acequia/wire';

export interface AwsKeys {
  readonly region: string;
  readonly service: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const keyed = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const escapePart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Signature Version 4 in the Authorization header, over method, path, query, all headers given, host and body. The path of
 * every service but s3 is escaped twice, as AWS asks.
 */
export function signAws(request: HttpRequest, keys: AwsKeys, nowMs: number): HttpRequest {
  const url = new URL(request.url);
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = stamp.slice(0, 8);
  const bodyHash = hash(request.body ?? '');
  const added: Record<string, string> = {
    'X-Amz-Date': stamp,
    ...(keys.service === 's3' ? { 'X-Amz-Content-Sha256': bodyHash } : {}),
    ...(keys.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': keys.sessionToken }),
  };
  const headers = { ...request.headers, ...added };
  const signed = Object.entries({ ...headers, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/\s+/g, ' ')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const path = url.pathname
    .split('/')
    .map((part) => (keys.service === 's3' ? escapePart(decode(part)) : escapePart(escapePart(decode(part)))))
    .join('/');
  const query = [...url.searchParams]
    .map(([name, value]) => [escapePart(name), escapePart(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const canonical = [request.method, path, query, ...signed.map(([name, value]) => `${name}:${value}`), '', names, bodyHash].join('\n');
  const scope = `${day}/${keys.region}/${keys.service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, hash(canonical)].join('\n');
  const key = ['aws4_request', keys.service, keys.region, day].reduceRight(
    (k: string | Buffer, part) => keyed(k, part),
    `AWS4${keys.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    ...request,
    headers: {
      ...headers,
      Authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
