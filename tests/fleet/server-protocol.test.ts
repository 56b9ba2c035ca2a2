import { randomBytes } from 'node:crypto';
import { silentLog, systemClock } from '@acequia/base';
import { deploymentHash, fleetProtocol, type DownMessage, type Report } from '@acequia/contract/fleet';
import { createKeyPair, verifyText } from '@acequia/contract/fleet-crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, testCluster } from '../../apps/server/src/test-app.ts';
import { enrol, FleetClient, FleetRefused } from '../../apps/worker/src/fleet/fleet-client.ts';
import { startFleetServer } from '../load/bench/systems/acequia/fleet-server.ts';

/** A server that takes workers, and a token for one. */
interface ServerUnderTest {
  readonly url: string;
  readonly token: string;
  /** Sends a deployment down the open stream, where it does not do so by itself. */
  deploy(): void;
  /** Whether it has taken the report with this number. */
  hasTaken(workerId: string, report: number): Promise<boolean>;
}

async function startReal(): Promise<ServerUnderTest> {
  const server = await createTestApp();
  onTestFinished(() => server.stop());
  return {
    url: server.url,
    token: await server.app.gateway.enrolment.issue(testCluster),
    deploy: () => undefined,
    hasTaken: async (workerId, report) => {
      const { rows } = await server.db.database.gate.execute(`select from workers where id = '${workerId}' and last_report = ${report}`);
      return rows.length === 1;
    },
  };
}

/** What the worker of the benchmarks speaks with. */
async function startFake(): Promise<ServerUnderTest> {
  const server = await startFleetServer();
  onTestFinished(() => server.close());
  const cluster = { id: 'CL_bench', name: 'bench', egress: { mode: 'open' as const, allowed: [] }, fileRoots: [] };
  return {
    url: server.url,
    token: 'any',
    deploy: () => void server.deploy({ format: 1, cluster, listeners: [], datasinks: [], pipelines: [] }).catch(() => undefined),
    hasTaken: (_workerId, report) => Promise.resolve(server.report()?.report === report),
  };
}

const vitals = { memoryBytes: 1, cpuFraction: 0, journalBytes: 0 };
const report: Report = {
  protocol: fleetProtocol,
  report: 1,
  generation: 1,
  deployment: null,
  listeners: [],
  branches: [],
  ledger: [],
  vitals,
  samples: [],
  answers: [],
};

describe.each([
  ['the server', startReal],
  ['the server of the benchmarks', startFake],
] as const)('the fleet protocol as %s speaks it', (_name, start) => {
  test('gives a worker one log, signed deployments and an answer to each report; whoever signs otherwise is refused', async () => {
    const server = await start();
    const options = { serverUrl: server.url, clock: systemClock, random: { bytes: (n: number) => randomBytes(n) }, log: silentLog, fetch };
    const identity = { signing: createKeyPair('ed25519'), sealing: createKeyPair('x25519'), membership: null };
    const membership = await enrol(options, identity, server.token, 'worker');
    expect(membership.log.number).toBeGreaterThan(1);
    const client = new FleetClient(options, identity, membership);
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    for (let i = 0; i < 2; i++) expect(await client.log(stop.signal)).toEqual({ id: membership.log.id, number: membership.log.number });

    expect(await client.agree(membership.log.id, 5)).toBe(5);
    const messages: DownMessage[] = [];
    void client
      .listen(
        (message) => messages.push(message),
        () => server.deploy(),
        stop.signal,
      )
      .catch(() => undefined);
    const sent = () => messages.find((message) => message.type === 'deployment');
    await expect.poll(sent).toBeDefined();
    const { deployment, signature } = sent()!;
    expect(deploymentHash(deployment)).toBe(deployment.hash);
    expect(verifyText(deployment.hash, signature, membership.serverKey)).toBe(true);

    await client.report(report, stop.signal);
    expect(await server.hasTaken(membership.workerId, 1)).toBe(true);
    const stranger = new FleetClient(options, { ...identity, signing: createKeyPair('ed25519') }, membership);
    await expect(stranger.report({ ...report, report: 2 }, stop.signal)).rejects.toBeInstanceOf(FleetRefused);
    await expect(stranger.log(stop.signal)).rejects.toBeInstanceOf(FleetRefused);
    await expect(
      stranger.listen(
        () => undefined,
        () => undefined,
        stop.signal,
      ),
    ).rejects.toBeInstanceOf(FleetRefused);
    expect(await server.hasTaken(membership.workerId, 1)).toBe(true);
  });
});
