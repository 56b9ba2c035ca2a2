import { createServer, type Server } from 'node:http';

/** An HTTP destination that keeps every line it was sent. */
export interface HttpPeer {
  readonly url: string;
  /** Lines of all requests answered 200, in order of arrival. */
  readonly lines: string[];
  /** From now on: answer 200, answer a status, or refuse connections. */
  behave(how: 'accept' | { readonly status: number }): void;
  requests(): number;
  close(): Promise<void>;
}

export async function startHttpPeer(port = 0): Promise<HttpPeer> {
  const lines: string[] = [];
  let requests = 0;
  let status = 200;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      if (status === 200) for (const line of Buffer.concat(chunks).toString().split('\n')) if (line !== '') lines.push(line);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    lines,
    behave: (how) => {
      status = how === 'accept' ? 200 : how.status;
    },
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
