import { reasonText } from '@acequia/component-sdk/text';
import { checkEgress, type EgressPolicy } from '@acequia/wire';
import { expect, test } from 'vitest';
import { deliveryErrorOfWire } from './wire-faults.ts';

const resolver = { resolve: (name: string) => Promise.resolve(name === 'db.example' ? ['10.0.0.3'] : ['93.184.216.34']) };
const publicOnly: EgressPolicy = { mode: 'public-only', allowed: [] };

/** What people read of a refused address, in both languages. */
async function read(host: string, policy: EgressPolicy) {
  const error: unknown = await checkEgress(host, 9000, policy, { resolver, localAddresses: () => [] }).catch((thrown: unknown) => thrown);
  const { code, outcome, detail } = deliveryErrorOfWire(error);
  const fields = detail.message === undefined ? {} : { message: detail.message };
  return { code, outcome, en: reasonText(code, 'en', fields).text, es: reasonText(code, 'es', fields).text };
}

test.each([
  ['127.0.0.1', { mode: 'open', allowed: [], loopback: false }, 'LOOPBACK', '127.0.0.1:9000', 'loopback', 'loopback'],
  ['127.0.0.1', publicOnly, 'LOOPBACK', '127.0.0.1:9000', 'loopback', 'loopback'],
  ['::1', publicOnly, 'LOOPBACK', '[::1]:9000', 'loopback', 'loopback'],
  ['db.example', publicOnly, 'PRIVATE', 'db.example:9000 (10.0.0.3)', 'only allow public addresses', 'solo permiten direcciones públicas'],
  ['public.example', { mode: 'list', allowed: [] }, 'UNLISTED', 'public.example:9000 (93.184.216.34)', 'is not listed', 'no está en ella'],
  ['169.254.169.254', { mode: 'open', allowed: ['0.0.0.0/0'] }, 'NEVER', '169.254.169.254:9000', 'No rule can', 'Ninguna regla'],
  ['db.example', { mode: 'open', allowed: [], own: ['db.example:9000'] }, 'OWN', 'db.example:9000', 'own server', 'de esta instalación'],
] as const)('a refused address is not said to be itself, but where it leads and which rule refuses it: %s %j', async (...row) => {
  const [host, policy, rule, place, en, es] = row;
  const said = await read(host, policy);
  expect(said).toMatchObject({ code: `DELIVERY_EGRESS_${rule}`, outcome: 'misconfigured' });
  for (const [text, why] of [
    [said.en, en],
    [said.es, es],
  ] as const) {
    expect(text).toContain(place);
    expect(text).toContain(why);
  }
});
