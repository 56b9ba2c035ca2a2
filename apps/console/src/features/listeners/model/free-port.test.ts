import fc from 'fast-check';
import { configObject, integerField, portField } from '@acequia/component-sdk/definition';
import { expect, test } from 'vitest';
import { freePort, withFreePort } from './free-port.ts';

const range = { from: 1024, to: 65_535 };
const schema = configObject({ port: portField({ default: 5514 }), maxConnections: integerField({ default: 1000 }) });

test('the usual port while nobody has it: nothing is written down', () => {
  expect(withFreePort(schema, {}, [], range)).toEqual({});
  expect(withFreePort(schema, {}, [{ port: 8081, maxConnections: 5514 }], range)).toEqual({});
});

test('the next one when another listener has it, also from a preset', () => {
  expect(withFreePort(schema, {}, [{ port: 5514 }, { port: 5515 }], range)).toEqual({ port: 5516 });
  expect(withFreePort(schema, { port: 8443 }, [{ port: 8443 }], range)).toEqual({ port: 8444 });
});

test('a listener with two ports: neither is one that any field of another listener holds, nor the same twice', () => {
  const two = configObject({ grpcPort: portField({ default: 4317 }), httpPort: portField({ default: 4318 }) });
  expect(withFreePort(two, {}, [{ grpcPort: 4317, httpPort: 4318 }], range)).toEqual({ grpcPort: 4319, httpPort: 4320 });
  expect(withFreePort(two, {}, [{ port: 4317 }], range)).toEqual({ grpcPort: 4318, httpPort: 4319 });
});

test('the end of the range leads back to its beginning', () => {
  expect(freePort(65_535, new Set([65_535, 1024]), range)).toBe(1025);
});

test('what is proposed is free and in the range, unless all are taken', () => {
  const ports = fc.integer({ min: 2000, max: 2010 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 65_535 }), fc.uniqueArray(ports), (wanted, list) => {
      const taken = new Set(list);
      const port = freePort(wanted, taken, { from: 2000, to: 2010 });
      expect(taken.size === 11 ? port === wanted : !taken.has(port) && port >= 2000 && port <= 2010).toBe(true);
    }),
  );
});
