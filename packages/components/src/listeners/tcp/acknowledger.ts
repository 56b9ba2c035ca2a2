import type { IntakeStream } from '@acequia/component-sdk/runtime';
import type { TcpConnection } from '@acequia/wire';

export interface Acknowledger {
  /** Frames written to the stream that are not answered yet. */
  add(frames: number): void;
  /** Resolves once everything is answered, or can never be. */
  end(): Promise<void>;
}

/**
 * Answers a sender once per acknowledged batch: while one is on its way to the journal the next gathers. An acknowledgement
 * that never comes closes the connection, so that the sender knows.
 */
export function createAcknowledger(reply: string, stream: IntakeStream, connection: TcpConnection): Acknowledger {
  let waiting = 0;
  let running: Promise<void> | undefined;
  let paid: (() => void) | undefined;

  async function run(): Promise<void> {
    while (waiting > 0) {
      const count = waiting;
      waiting = 0;
      await stream.commit();
      connection.write(reply.replaceAll('${count}', String(count)));
    }
  }

  const settle = () => {
    if (waiting === 0 || running) return;
    running = run()
      .catch(() => {
        waiting = 0;
        connection.destroy();
      })
      .finally(() => {
        running = undefined;
        if (waiting > 0) return;
        paid?.();
        paid = undefined;
      });
  };

  return {
    add(frames) {
      if (frames > 0) paid ??= connection.owe();
      if (waiting === 0) queueMicrotask(settle);
      waiting += frames;
    },
    async end() {
      settle();
      await running;
    },
  };
}
