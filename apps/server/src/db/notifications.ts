import { Client } from 'pg';
import type { OwnerConnection } from './connection.ts';

/** One direct connection that hears and sends notifications on a channel. */
export interface Notifications {
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens it; `onEnd` is called once when the connection is lost or closed. */
export async function openNotifications(
  connection: OwnerConnection,
  channel: string,
  onMessage: (text: string) => void,
  onEnd: () => void,
): Promise<Notifications> {
  const client = new Client({ ...connection, application_name: 'acequia relay' });
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  await client.connect();
  client.once('end', onEnd);
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  return {
    send: async (text) => void (await client.query('select pg_notify($1, $2)', [channel, text])),
    close: () => client.end(),
  };
}
