import { plainIp } from '../egress/ip-address.ts';

/** What a PROXY protocol header says (HAProxy's PROXY protocol specification, versions 1 and 2). */
export type ProxyHeader =
  | { readonly state: 'more' }
  | { readonly state: 'bad' }
  | { readonly state: 'done'; readonly length: number; readonly source: { readonly ip: string; readonly port: number } | undefined };

export type ProxyMode = 'v1' | 'v2' | 'auto';

const signature = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]);
const v1Max = 107;
const more = { state: 'more' } as const;
const bad = { state: 'bad' } as const;

/** Reads the header at the start of a connection. `more` asks for further bytes; LOCAL and UNKNOWN have no source. */
export function readProxyHeader(bytes: Buffer, mode: ProxyMode): ProxyHeader {
  if (bytes.length === 0) return more;
  const looksV2 = bytes[0] === 0x0d;
  if (looksV2) return mode === 'v1' ? bad : readV2(bytes);
  return mode === 'v2' ? bad : readV1(bytes);
}

function readV1(bytes: Buffer): ProxyHeader {
  const start = 'PROXY ';
  const seen = bytes.toString('latin1', 0, Math.min(bytes.length, start.length));
  if (!start.startsWith(seen)) return bad;
  const end = bytes.subarray(0, v1Max).indexOf('\r\n');
  if (end < 0) return bytes.length >= v1Max ? bad : more;
  const [, protocol, ip = '', , port = '', extra] = bytes.toString('latin1', 0, end).split(' ');
  if (protocol === 'UNKNOWN') return { state: 'done', length: end + 2, source: undefined };
  const source = plainIp(ip);
  if (
    (protocol !== 'TCP4' && protocol !== 'TCP6') ||
    (extra === undefined && port === '') ||
    !/^\d{1,5}$/.test(port) ||
    source === undefined
  )
    return bad;
  return { state: 'done', length: end + 2, source: { ip: source, port: Number(port) } };
}

function readV2(bytes: Buffer): ProxyHeader {
  const seen = Math.min(bytes.length, signature.length);
  if (bytes.compare(signature, 0, seen, 0, seen) !== 0) return bad;
  if (bytes.length < 16) return more;
  if (bytes[12]! >> 4 !== 2) return bad;
  const command = bytes[12]! & 15;
  const family = bytes[13]!;
  const length = 16 + bytes.readUInt16BE(14);
  if (bytes.length < length) return more;
  if (command === 0) return { state: 'done', length, source: undefined };
  if (command !== 1) return bad;
  if (family === 0x11 || family === 0x12) {
    if (length < 28) return bad;
    return { state: 'done', length, source: { ip: bytes.subarray(16, 20).join('.'), port: bytes.readUInt16BE(24) } };
  }
  if (family === 0x21 || family === 0x22) {
    if (length < 52) return bad;
    const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(16 + index * 2).toString(16));
    return { state: 'done', length, source: { ip: plainIp(groups.join(':'))!, port: bytes.readUInt16BE(48) } };
  }
  return { state: 'done', length, source: undefined };
}
