import { createServer } from 'node:https';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { openDatasink } from '../../testing/datasink-harness.ts';
import { expiredCertificate } from '../../testing/expired-certificate.ts';
import { startFaultServer } from '../../testing/fault-server.ts';
import { httpDatasink } from './definition.ts';
import { httpRuntime } from './runtime.ts';

test('an expired certificate pauses the data sink and gives nothing away', async () => {
  const { cert, key } = expiredCertificate();
  const server = await startFaultServer((handle) => createServer({ cert, key }, handle));
  const creation = { baseUrl: `https://127.0.0.1:${server.port}`, caChain: 'SE_ca' };
  const send = async (more: object) => {
    const sink = await openDatasink(httpDatasink, httpRuntime, { ...creation, ...more }, { url: '/in' }, { secrets: { SE_ca: cert } });
    try {
      for (const batch of sink.encode([{ a: 1 }]).batches) await sink.open.send(batch, new AbortController().signal);
    } finally {
      await sink.open.close();
    }
  };
  try {
    const refused: unknown = await send({}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Misconfigured);
    expect(refused).toMatchObject({ code: 'DELIVERY_TLS_FAILED', detail: { message: 'certificate has expired' } });
    expect(server.received).toEqual([]);
    await send({ verify: false });
    expect(server.received).toHaveLength(1);
  } finally {
    await server.close();
  }
});
