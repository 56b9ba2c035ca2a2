import { systemClock } from '@acequia/base';
import { Disconnected } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import type { Link } from './link.ts';
import { createResilientDelivery } from './resilient-delivery.ts';

test('stop while waiting for the next try: ends at once, nothing leaves by fallback', async () => {
  const stopping = new AbortController();
  let tries = 0;
  const link: Link = {
    deliver: () => {
      tries += 1;
      return Promise.reject(new Disconnected('DELIVERY_CONNECTION_RESET'));
    },
    close: () => undefined,
  };
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal?: AbortSignal) => {
      setImmediate(() => stopping.abort(new Error('stop')));
      return systemClock.sleep(ms * 1000, signal);
    },
  };
  const deliver = createResilientDelivery(link, { tries: 5, tryForMs: 60_000, field: 'f', clock });
  await expect(deliver([Buffer.from('a')], stopping.signal)).rejects.toMatchObject({ outcome: 'disconnected', code: 'DELIVERY_ABORTED' });
  expect(tries).toBe(1);
});
