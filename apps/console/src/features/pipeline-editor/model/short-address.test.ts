import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortAddress } from './short-address.ts';

it.each([
  ['https://collector.example.com/services/collector/event', 34, 'collector.example.com/…/event'],
  ['https://collector.example.com/ingest', 34, 'collector.example.com/ingest'],
  ['POST https://collector.example.com/services/collector/event', 36, 'POST collector.example.com/…/event'],
  ['/var/lib/acequia/archive/web/access-2026.ndjson', 34, '/var/lib/…/access-2026.ndjson'],
  ['https://collector.internal.eu-west.example.com/services/event', 30, 'collector.internal.eu-w…/event'],
  ['https://collector.internal.eu-west.example.com/services/event', 26, 'collector.internal…/event'],
  ['Events with a status over 400, of any kind', 20, 'Events with a status over 400, of any kind'],
])('%s in %i characters', (line, room, short) => {
  expect(shortAddress(line, room)).toBe(short);
});

it('keeps the last part of an address, and never makes a line longer', () => {
  const part = fc.string({ unit: fc.constantFrom(...'abcxyz-_.09'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(part, fc.array(part, { minLength: 1, maxLength: 6 }), fc.integer({ min: 12, max: 80 }), (host, parts, room) => {
      const line = `https://${[host, ...parts].join('/')}`;
      const short = shortAddress(line, room);
      expect(short.length).toBeLessThanOrEqual(line.length);
      expect(short.endsWith(parts.at(-1)!)).toBe(true);
    }),
  );
});
