import { silentLog, systemClock } from '@acequia/base';
import { createKernels } from '@acequia/batch';
import { expect, test } from 'vitest';
import { RuntimeServices } from './runtime-services.ts';

const active = () => undefined;

test('a lookup: the table in force at each call, the last one when there is none any more, a fault when there never was', () => {
  const blocks = new Map<string, SharedArrayBuffer>();
  const services = new RuntimeServices({
    clock: systemClock,
    random: { bytes: (n) => new Uint8Array(n) },
    log: silentLog,
    kernels: createKernels('script'),
    secret: () => undefined,
    lookup: (id, version, tenantId) => blocks.get(`${tenantId} ${id} ${version ?? 'active'}`),
  });
  expect(() => services.lookup('LK_1', undefined, 't1', active)).toThrow('LOOKUP_UNAVAILABLE');
  const [one, two] = [new SharedArrayBuffer(4), new SharedArrayBuffer(4)];
  blocks.set('t1 LK_1 active', one).set('t1 LK_1 3', two);
  const handle = services.lookup('LK_1', undefined, 't1', active);
  expect(handle.block()).toBe(one);
  expect(services.lookup('LK_1', 3, 't1', active).block()).toBe(two);
  expect(() => services.lookup('LK_1', undefined, 't2', active)).toThrow('LOOKUP_UNAVAILABLE');
  blocks.set('t1 LK_1 active', two);
  expect(handle.block()).toBe(two);
  blocks.clear();
  expect(handle.block()).toBe(two);
});
