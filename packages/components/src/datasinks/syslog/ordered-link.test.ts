import { Disconnected } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import type { LinkReport } from './link.ts';
import { createOrderedLink } from './ordered-link.ts';

const never = new AbortController().signal;
const lost = () => new Disconnected('DELIVERY_CONNECTION_CLOSED');

/** A link over connections that take everything until they are destroyed, and prove what the test says. */
function linkTo() {
  const connections: string[][] = [];
  const proofs: PromiseWithResolvers<LinkReport>[] = [];
  const link = createOrderedLink(() => {
    const written: string[] = [];
    connections.push(written);
    const connection = {
      whole: true,
      during: <T>(work: Promise<T>) => (connection.whole ? work : Promise.reject(lost())),
      rest: () => undefined,
      destroy: () => void (connection.whole = false),
    };
    return Promise.resolve({
      connection: connection as unknown as Connection,
      write: (messages) => {
        written.push(...messages.map(String));
        const proof = Promise.withResolvers<LinkReport>();
        proofs.push(proof);
        return Promise.resolve(() => proof.promise);
      },
      close: () => undefined,
    });
  });
  return { connections, proofs, deliver: (text: string) => link.deliver([Buffer.from(text)], never) };
}

test('a batch is proved just before its connection is lost: what its caller sends next does not overtake what failed', async () => {
  const { connections, proofs, deliver } = linkTo();
  const ends: string[] = [];
  const send = (text: string) =>
    deliver(text).then(
      () => ends.push(`${text} delivered`),
      () => ends.push(`${text} lost`),
    );
  void send('first').then(() => send('third'));
  void send('second');
  await expect.poll(() => proofs.length).toBe(2);
  proofs[0]!.resolve({ wireBytes: 1 });
  proofs[1]!.reject(lost());
  await expect.poll(() => ends).toEqual(['first delivered', 'second lost', 'third lost']);
  expect(connections).toEqual([['first', 'second']]);
  void send('second');
  await expect.poll(() => connections).toEqual([['first', 'second'], ['second']]);
});
