import type { PoolConfig } from 'pg';
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

/** The same server and database with another user; a URL keeps its host, port, database and TLS parameters. */
export function asUser(owner: OwnerConnection, user: string, password: string): OwnerConnection {
  if (owner.connectionString === undefined) return { ...owner, user, password };
  const url = new URL(owner.connectionString);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return { ...owner, connectionString: url.href };
}
