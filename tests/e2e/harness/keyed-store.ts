import { createServer } from 'node:http';

/** A store that keeps one document per idempotency key, as one with an id per document does. */
export interface KeyedStore {
  readonly url: string;
  /** Key → document as it was last written. */
  readonly documents: ReadonlyMap<string, string>;
  requests(): number;
  close(): Promise<void>;
}

export async function startKeyedStore(): Promise<KeyedStore> {
  const documents = new Map<string, string>();
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      documents.set(String(request.headers['idempotency-key']), Buffer.concat(chunks).toString());
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    documents,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
