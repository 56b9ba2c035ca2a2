import { Client } from 'pg';
import type { OwnerConnection } from './connection.ts';

/** One direct connection that hears and sends notifications on a channel. */
export interface Notifications {
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Longest wait for a database that does not answer. */
const connectionTimeoutMs = 5000;

/** Opens it; `onEnd` is called once when the connection is lost or closed, and never when it could not be opened. */
export async function openNotifications(
  connection: OwnerConnection,
  channel: string,
  onMessage: (text: string) => void,
  onEnd: () => void,
): Promise<Notifications> {
  const client = new Client({
    ...connection,
    application_name: 'acequia relay',
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  await client.connect();
  try {
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  client.once('end', onEnd);
  return {
    send: async (text) => void (await client.query('select pg_notify($1, $2)', [channel, text])),
    close: () => client.end(),
  };
}
