import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Decompressed. */
  readonly body: string;
}

/** What the server does with the next request: an answer, or a fault. */
export type Reply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'reset'
  | 'hang'
  | 'half-an-answer';

export interface FaultServer {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Replies in order; after the last one, 200 with an empty body. */
  readonly script: Reply[];
  close(): Promise<void>;
}

const unpack = { gzip: gunzipSync, deflate: inflateSync, zstd: zstdDecompressSync, br: brotliDecompressSync } as const;

/** A destination that misbehaves on request; the outage script of the catalogue's section 10. */
export async function startFaultServer(
  create: (handle: (request: IncomingMessage, response: ServerResponse) => void) => Server = (handle) => createServer(handle),
): Promise<FaultServer> {
  const received: Received[] = [];
  const script: Reply[] = [];
  const server = create((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const encoding = request.headers['content-encoding'] as keyof typeof unpack | undefined;
      const raw = Buffer.concat(parts);
      received.push({
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: (encoding === undefined ? raw : unpack[encoding](raw)).toString('utf8'),
      });
      const reply = script.shift() ?? { status: 200 };
      if (reply === 'hang') return;
      if (reply === 'reset') return void request.socket.resetAndDestroy();
      if (reply === 'half-an-answer') {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('half');
        setImmediate(() => request.socket.destroy());
        return;
      }
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    script,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
