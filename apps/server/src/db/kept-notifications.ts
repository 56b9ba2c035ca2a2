import type { Clock, Log } from '@acequia/base';
import type { Database } from './database.ts';
import { openNotifications, type Notifications } from './notifications.ts';

export interface KeptNotifications {
  /** False when there is no connection: nobody will hear it. Rejects when the connection breaks meanwhile: some may. */
  send(text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Between a lost connection and the next try. */
const againMs = 2000;

/**
 * Notifications on a channel for as long as the server runs. While the database cannot be reached, nothing is heard and
 * nothing can be sent; another connection is tried every 2 s.
 */
export async function keepNotifications(
  database: Database,
  channel: string,
  onMessage: (text: string) => void,
  clock: Clock,
  log: Log,
): Promise<KeptNotifications> {
  let stopped = false;
  let open: Notifications | undefined;
  const listen = async () => {
    if (stopped) return;
    const again = () => {
      open = undefined;
      if (!stopped) clock.after(againMs, () => void listen());
    };
    try {
      open = await openNotifications(database.gateConnection, channel, onMessage, again);
    } catch (error) {
      log.warn({ error, channel }, 'the connection for notifications could not be opened; another one is tried soon');
      again();
    }
  };
  await listen();
  return {
    send: async (text) => {
      await open?.send(text);
      return open !== undefined;
    },
    close: async () => {
      stopped = true;
      await open?.close();
    },
  };
}
