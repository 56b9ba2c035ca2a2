import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Works in the embedded database of a running installation as its owner. */
export async function inEmbeddedDatabase<T>(dataDirectory: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const [, , , port, socketFolder] = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({
    host: socketFolder!,
    port: Number(port),
    user: 'acequia_owner',
    password: readFileSync(join(dataDirectory, 'keys', 'postgres-password'), 'utf8').trim(),
    database: 'postgres',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
