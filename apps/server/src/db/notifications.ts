import type { OwnerConnection } from './connection.ts';
import { PromptClient, type Patience } from './prompt-client.ts';

/** One direct connection that hears and sends notifications on a channel. */
export interface Notifications {
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens it; `onEnd` is called once when the connection is lost or closed, and never when it could not be opened. It waits for messages
 * without a bound; a database that does not answer to `listen`, `send` or `close` loses the connection.
 */
export async function openNotifications(
  connection: OwnerConnection & Patience,
  channel: string,
  onMessage: (text: string) => void,
  onEnd: () => void,
): Promise<Notifications> {
  const client = new PromptClient({ ...connection, application_name: 'acequia relay', keepAlive: true });
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
