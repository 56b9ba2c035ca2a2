import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback, type ServerConfig } from './config.ts';
import { StartFault } from './start-fault.ts';
import { keptCertificate } from './tls/self-signed.ts';

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** Set for a self-signed certificate: what the browser's warning is compared with. */
  readonly fingerprint: string | undefined;
}

/** TLS of the configured address: given files, none on loopback or behind a trusted proxy, else a self-signed certificate. */
export function readTls(config: ServerConfig, keysFolder: string, now: number): TlsFiles | undefined {
  if (config.tls) {
    try {
      return { cert: readFileSync(config.tls.certFile, 'utf8'), key: readFileSync(config.tls.keyFile, 'utf8'), fingerprint: undefined };
    } catch (cause) {
      throw new StartFault(`The TLS files cannot be read (${(cause as Error).message}).`, { cause });
    }
  }
  if (isLoopback(config.host) || config.trustedProxies.length > 0) return undefined;
  return keptCertificate(keysFolder, nameOf(config.host), now);
}

export interface Address {
  /** For people. */
  readonly url: string;
  /** For the worker on this machine. */
  readonly workerUrl: string;
  close(): Promise<void>;
}

/**
 * Binds the port; one sentence when it cannot. With TLS the local worker gets a door of its own, on loopback, for fleet calls only.
 * `onPort` is told each port before anybody is answered at the public one, unless that is any free one.
 */
export async function listen(
  http: FastifyInstance,
  config: ServerConfig,
  secure: boolean,
  onPort: (port: number) => void,
): Promise<Address> {
  const door = secure ? await openDoor(http) : undefined;
  if (door) onPort(portOf(door.address())!);
  if (config.port !== 0) onPort(config.port);
  try {
    await http.listen({ host: config.host, port: config.port });
  } catch (cause) {
    if (door) await closeDoor(door);
    throw asSentence(cause, config);
  }
  const port = portOf(http.server.address()) ?? config.port;
  if (config.port === 0) onPort(port);
  const address = (host: string) => `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = address(nameOf(config.host));
  if (!door) return { url, workerUrl: address(isWildcard(config.host) ? '127.0.0.1' : config.host), close: () => Promise.resolve() };
  return {
    url,
    workerUrl: `http://127.0.0.1:${portOf(door.address())}`,
    close: () => closeDoor(door),
  };
}

async function openDoor(http: FastifyInstance): Promise<Server> {
  await http.ready();
  const door = createServer((request, response) => {
    if (request.url?.startsWith('/fleet/') === true) http.routing(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return door;
}

const closeDoor = (door: Server): Promise<void> =>
  new Promise((resolve) => {
    door.close(() => resolve());
    door.closeAllConnections();
  });

/** The same sentences before anything else is started. */
export async function assertBindable(config: ServerConfig): Promise<void> {
  const trial = createServer();
  await new Promise<void>((resolve, reject) => {
    trial.once('error', (cause) => reject(asSentence(cause, config)));
    trial.listen({ host: config.host, port: config.port }, () => trial.close(() => resolve()));
  });
}

function asSentence(cause: unknown, config: ServerConfig): unknown {
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartFault(
        `Port ${config.port} on ${config.host} is taken by another program: stop it, or set ACEQUIA_PORT to a free port.`,
        { cause },
      );
    case 'EACCES':
      return new StartFault(`Port ${config.port} needs more rights than this user has: set ACEQUIA_PORT to one above 1023.`, { cause });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartFault(`ACEQUIA_HOST ${config.host} is not an address of this machine.`, { cause });
    default:
      return cause;
  }
}

const portOf = (address: AddressInfo | string | null): number | undefined => (typeof address === 'object' ? address?.port : undefined);
const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';
const nameOf = (host: string): string => (isWildcard(host) ? 'localhost' : host);
