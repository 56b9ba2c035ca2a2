import { existsSync } from 'node:fs';
import { joinEndpoint } from '@acequia/wire';
import type { PoolConfig } from 'pg';
import { StartFault } from '../start-fault.ts';
import type { EmbeddedAddress } from './embedded/supervisor.ts';

/** Where the owner role connects: everything `pg` needs. */
export type OwnerConnection = Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'connectionString' | 'ssl'>;

export const embeddedConnection = (address: EmbeddedAddress, database: string): OwnerConnection => ({
  host: address.socketFolder,
  port: address.port,
  user: address.user,
  password: address.password,
  database,
});

const plainHosts = new Set(['', 'localhost', '127.0.0.1', '::1', '[::1]']);

/**
 * The server an operator names in `DATABASE_URL`. On another machine it must say how the way there is guarded: `sslmode=verify-full`
 * (TLS with a certificate of that host; `sslrootcert` names the file of an own authority), or `sslmode=disable` where the network
 * itself is trusted. What PostgreSQL has between the two encrypts without knowing for whom. Throws StartFault.
 */
export function externalConnection(databaseUrl: string): OwnerConnection {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new StartFault('DATABASE_URL must be an address such as postgresql://user:password@host:5432/acequia?sslmode=verify-full.');
  const modes = url.searchParams.getAll('sslmode');
  const sockets = url.searchParams.get('host')?.startsWith('/') ?? false;
  if (modes.length === 0 && !(sockets || plainHosts.has(url.hostname)))
    throw new StartFault(
      `DATABASE_URL leads to ${url.hostname} without saying how the connection is protected: add ?sslmode=verify-full (with sslrootcert=… for your own authority), or ?sslmode=disable if that network is trusted.`,
    );
  if (modes.length > 1 || !['verify-full', 'disable'].includes(modes[0] ?? 'disable'))
    throw new StartFault(`sslmode of DATABASE_URL must be verify-full or disable, once, not "${modes.join(', ')}".`);
  const authority = url.searchParams.get('sslrootcert');
  if (authority !== null && !existsSync(authority))
    throw new StartFault(`The file ${authority} (sslrootcert of DATABASE_URL) does not exist.`);
  return { connectionString: databaseUrl };
}

/** The same server and database with another user; a URL keeps its host, port, database and TLS parameters. */
export function asUser(owner: OwnerConnection, user: string, password: string): OwnerConnection {
  if (owner.connectionString === undefined) return { ...owner, user, password };
  const url = new URL(owner.connectionString);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return { ...owner, connectionString: url.href };
}

/** The door of an external server, as the egress guard reads it; none behind a socket. */
export function databaseDoors(databaseUrl: string): string[] {
  const { hostname, port } = new URL(databaseUrl);
  const at = Number(port || 5432);
  if (hostname === '') return [];
  return [plainHosts.has(hostname) ? `local:${at}` : joinEndpoint(hostname.replace(/^\[|\]$/g, ''), at)];
}
