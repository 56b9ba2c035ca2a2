import { createServer } from 'node:http';
import { freePort } from '@acequia/testkit/free-port';

/** One thing of an envelope: its type, and its JSON (of a recording: the text). */
export interface Report {
  readonly type: string;
  readonly payload: unknown;
}

/** A receiver of Sentry's protocol: takes envelopes over HTTP as a browser of another origin sends them. */
export interface ReportReceiver {
  readonly dsn: string;
  readonly reports: readonly Report[];
  /** Everything that arrived, as it was on the wire. */
  wire(): string;
  close(): Promise<void>;
}

export async function startReportReceiver(): Promise<ReportReceiver> {
  const port = await freePort();
  const reports: Report[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const known = request.method === 'POST' && new URL(request.url!, 'http://receiver').pathname === '/api/7/envelope/';
      const body = Buffer.concat(chunks);
      bodies.push(`${request.url} ${JSON.stringify(request.headers)}\n${body.toString()}`);
      if (known) reports.push(...readEnvelope(body));
      response.writeHead(known ? 200 : 404, { 'access-control-allow-origin': '*', 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    reports,
    wire: () => bodies.join('\n'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A line of headers; then for each thing a line about it and its payload, as long as `length` says or up to the end of the line. */
function readEnvelope(body: Buffer): Report[] {
  const reports: Report[] = [];
  const lineEnd = (from: number) => (body.indexOf(10, from) === -1 ? body.length : body.indexOf(10, from));
  for (let at = lineEnd(0) + 1; at < body.length;) {
    const { type, length } = JSON.parse(body.toString('utf8', at, lineEnd(at))) as { type: string; length?: number };
    const start = lineEnd(at) + 1;
    const end = length === undefined ? lineEnd(start) : start + length;
    const text = body.toString('utf8', start, end);
    reports.push({ type, payload: type === 'replay_recording' ? text : JSON.parse(text) });
    at = end + 1;
  }
  return reports;
}
