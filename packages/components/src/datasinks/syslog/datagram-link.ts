import { createSocket, type Socket } from 'node:dgram';
import { Disconnected } from '@acequia/component-sdk/runtime';
import { checkEgress, type EgressPolicy } from '@acequia/wire';
import { deliveryErrorOfWire } from '../../http-client/wire-faults.ts';
import type { Link, LinkReport } from './link.ts';

/** One datagram per message. A connected socket, so that ICMP errors come back to it. */
export function createDatagramLink(options: { readonly host: string; readonly port: number; readonly egress: EgressPolicy }): Link {
  let socket: Socket | undefined;
  let lost: Error | undefined;

  const open = async (): Promise<Socket> => {
    const [address] = await checkEgress(options.host, options.port, options.egress).catch((error: unknown) => {
      throw deliveryErrorOfWire(error);
    });
    const opened = createSocket(address!.family === 6 ? 'udp6' : 'udp4');
    lost = undefined;
    opened.on('error', (error) => (lost = error));
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.connect(options.port, address!.address, () => {
        opened.off('error', reject);
        resolve();
      });
    }).catch((error: unknown) => {
      opened.close();
      throw new Disconnected('DELIVERY_UDP', { message: (error as Error).message }, error);
    });
    return opened;
  };

  const shut = (): void => {
    socket?.close();
    socket = undefined;
  };

  return {
    async deliver(messages) {
      socket ??= await open();
      const used = socket;
      const rejected: NonNullable<LinkReport['rejected']>[number][] = [];
      let wireBytes = 0;
      for (const [record, message] of messages.entries()) {
        const error = lost ?? (await new Promise<Error | null>((resolve) => used.send(message, (fault) => resolve(fault))));
        if (error === null) {
          wireBytes += message.length;
        } else if ((error as NodeJS.ErrnoException).code === 'EMSGSIZE') {
          rejected.push({ record, code: 'DELIVERY_TOO_LARGE' });
        } else {
          shut();
          throw new Disconnected('DELIVERY_UDP', { message: error.message }, error);
        }
      }
      await new Promise((resolve) => setImmediate(resolve));
      if (lost !== undefined) {
        shut();
        throw new Disconnected('DELIVERY_UDP', { message: lost.message }, lost);
      }
      return { wireBytes, ...(rejected.length === 0 ? {} : { rejected }) };
    },
    close: shut,
  };
}
