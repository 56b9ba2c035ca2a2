import type { CycleReport, Fault, FaultOptions } from '../fault.ts';
import type { Behaviour } from './destination.ts';
import { swallowPoison } from './poison-event.ts';
import { keepCrowd, keepHalfOpen } from './crowds.ts';
import { besideLoudTenant, quotaBytesPerSecond, sideTenant } from './loud-tenant.ts';
import { outlastOutage } from './outage.ts';
import { recoveryMs, Session, type SessionOptions } from './session.ts';
import { keepPeersWaiting } from './waiting-peers.ts';

/** The most events in flight to a destination: the batch of the deployment, sent and the next. */
const batchesInFlight = 2 * 200;
const ackMs = 60_000;
/** Events between two cycles, and beside a slow destination before a kill, are fewer than these and the least of them together. */
const beforeCycleMax = 300;
const besideSlowMax = 200;
/** Of a life that ends before its first commit all is repeated, at both destinations. */
const lifeEventsMax = 2 * (20 + beforeCycleMax + 50 + besideSlowMax);

interface EngineFault {
  readonly id: string;
  readonly about: string;
  readonly smallCycles: number;
  readonly alone?: boolean;
  /** Of what is measured, the most that is wanted. */
  readonly wanted?: NonNullable<Fault['wanted']>;
  readonly session?: Partial<SessionOptions>;
  /** Cycles on one engine; more are run on further ones. Default 10. */
  readonly perSession?: number;
  /** The most events that a death may repeat. Default: what is in flight. */
  readonly repeatedMax?: number;
  /** Default true. Order over a change of version is not promised. */
  readonly ordered?: boolean;
  readonly brokenBecause?: string;
  /** Makes the fault once and lets it end; called under load. */
  cycle(session: Session): Promise<void>;
}

function engineFault({
  session: special,
  ordered = true,
  perSession = 10,
  repeatedMax = batchesInFlight,
  cycle,
  ...fault
}: EngineFault): Fault {
  const { id } = fault;
  const runSession = async (seed: number, cycles: number, mutation: FaultOptions['mutation']): Promise<CycleReport> => {
    const session = await Session.open({ seed, mutation, ...special });
    try {
      for (let done = 0; done < cycles; done++) {
        await session.senders.acknowledged(20 + session.random.below(beforeCycleMax), ackMs);
        await cycle(session);
      }
    } catch (error) {
      session.complain(`${id}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const duplicatesMax = session.deaths * repeatedMax + session.repliesLost * batchesInFlight;
    const verdict = await session.finish({ duplicatesMax, faultsMin: cycles, acknowledgedMin: cycles * 20, ordered });
    return { seed, cycles, verdict, figures: session.figures };
  };
  return {
    ...fault,
    wanted: { recoveryMs, ...fault.wanted },
    layer: 'engine',
    run: async ({ seed, cycles, mutation, stopAtFault }) => {
      const reports: CycleReport[] = [];
      for (let done = 0; done < cycles; done += perSession) {
        const report = await runSession(seed + done, Math.min(perSession, cycles - done), mutation);
        reports.push(report);
        if (stopAtFault && report.verdict.faults.length > 0) break;
      }
      return reports;
    },
  };
}

/** Makes the destination misbehave until it has done so and more events were taken in meanwhile. */
async function misbehave(session: Session, behaviour: Behaviour): Promise<void> {
  const before = session.destination.misbehaved;
  await session.destination.behave(behaviour);
  await session.senders.acknowledged(50 + session.random.below(400), ackMs);
  if (behaviour !== 'down')
    for (let tries = 0; session.destination.misbehaved === before && tries < 100; tries++) await session.senders.acknowledged(20, ackMs);
  if (behaviour === 'reply-lost') session.repliesLost += session.destination.misbehaved - before;
  if (session.destination.misbehaved > before) session.oracle.metFault();
  await session.destination.behave('accept');
}

const destinationFault = (behaviour: Behaviour, about: string, smallCycles = 1): Fault =>
  engineFault({ id: `destination-${behaviour}`, about, smallCycles, cycle: (session) => misbehave(session, behaviour) });

const hourMs = 3_600_000;
const clockSteps = [hourMs, -hourMs, 24 * hourMs, -24 * hourMs, -10_000, 0];

export const engineFaults: readonly Fault[] = [
  engineFault({
    id: 'kill',
    about: 'R-01: SIGKILL at any moment: nothing acknowledged is lost, at most what was in flight is repeated',
    smallCycles: 20,
    cycle: async (session) => {
      await session.kill();
      session.oracle.metFault();
      await session.start();
    },
  }),
  engineFault({
    id: 'kill-in-first-write',
    about: 'R-01: SIGKILL in the middle of the first line a version writes to a file, before a commit knows of it: no line is torn',
    smallCycles: 3,
    session: { tornFirstWrite: true },
    perSession: 3,
    ordered: false,
    cycle: async (session) => {
      session.armTornWrite();
      session.send({ type: 'publish', version: ++session.version });
      await session.dieOfTornWrite();
    },
  }),
  engineFault({
    id: 'engine-power-cut',
    about: 'R-05: the power goes under load',
    smallCycles: 8,
    session: { volatile: true },
    cycle: async (session) => {
      await session.cutPower();
      session.oracle.metFault();
      await session.start();
    },
  }),
  engineFault({
    id: 'kill-protocols',
    about: 'R-01: SIGKILL while events come over OTLP and over TCP with answers',
    smallCycles: 3,
    session: {
      beside: [
        { listener: 'opentelemetry', tenantId: 't1' },
        { listener: 'tcp', tenantId: 't1' },
      ],
    },
    cycle: async (session) => {
      await session.kill();
      session.oracle.metFault();
      await session.start();
    },
  }),
  engineFault({
    id: 'dedupe-kill',
    about: 'SIGKILL under a slow destination behind an action with state: each line passes once, none is taken for a repeat of itself',
    smallCycles: 4,
    session: { dedupe: true },
    repeatedMax: lifeEventsMax,
    cycle: async (session) => {
      await session.destination.behave('slow');
      await session.senders.acknowledged(50 + session.random.below(besideSlowMax), ackMs);
      await session.kill();
      session.oracle.metFault();
      await session.start();
      await session.destination.behave('accept');
    },
  }),
  engineFault({
    id: 'poison',
    about: 'R-30: an event that ends the process, by abort, memory or a loop: one dead letter, no third end, the others go on',
    smallCycles: 3,
    session: { poison: true, beside: [{ listener: 'http', tenantId: sideTenant }] },
    alone: true,
    wanted: { gapMs: 2000 },
    perSession: 3,
    cycle: swallowPoison,
  }),
  engineFault({
    id: 'stop-continue',
    about: 'R-09: SIGSTOP and SIGCONT',
    smallCycles: 1,
    cycle: async (session) => {
      process.kill(session.pid, 'SIGSTOP');
      await session.senders.acknowledged(1_000_000, 300);
      process.kill(session.pid, 'SIGCONT');
      session.oracle.metFault();
    },
  }),
  engineFault({
    id: 'terminate',
    wanted: { exitMs: 10_000 },
    about: 'R-04: SIGTERM under load: everything in flight is settled, nothing is repeated, exit 0',
    smallCycles: 1,
    cycle: async (session) => {
      const startMs = performance.now();
      const code = await session.terminate();
      session.measure('exitMs', performance.now() - startMs);
      if (code !== 0) session.complain(`SIGTERM ended with ${code}`);
      session.oracle.metFault();
      await session.start();
    },
  }),
  destinationFault('down', 'R-16: connections refused'),
  destinationFault('slow', 'R-18: slow answers'),
  destinationFault('unavailable', '503'),
  destinationFault('too-many', 'R-17: 429'),
  destinationFault('too-large', 'R-20: 413: batches are halved'),
  destinationFault('partly-refused', 'R-20: some records of a batch refused for good: the others are not sent again'),
  destinationFault('hang-up', 'connections closed without an answer'),
  destinationFault('reply-lost', 'R-21: taken, and the reply lost'),
  engineFault({
    id: 'destination-flapping',
    about: 'R-17: up and down',
    smallCycles: 1,
    cycle: async (session) => {
      for (let turn = 0; turn < 4; turn++) {
        await session.destination.behave('down');
        await session.senders.acknowledged(10 + session.random.below(60), ackMs);
        await session.destination.behave('accept');
        await session.senders.acknowledged(10 + session.random.below(60), ackMs);
      }
      session.oracle.metFault();
    },
  }),
  engineFault({
    id: 'publish-storm',
    wanted: { publishMs: 2000 },
    about: 'R-29: publishes under load: no event is lost, doubled, or seen by two versions',
    smallCycles: 5,
    ordered: false,
    cycle: async (session) => {
      for (let turn = 0; turn < 10; turn++) {
        const startMs = performance.now();
        await session.publish();
        session.measure('publishMs', performance.now() - startMs);
        if (session.random.chance(0.5)) await session.senders.acknowledged(session.random.below(40), ackMs);
      }
      session.oracle.metFault();
    },
  }),
  engineFault({
    id: 'publish-and-kill',
    about: 'SIGKILL in the middle of publishes',
    smallCycles: 4,
    ordered: false,
    cycle: async (session) => {
      for (let turn = session.random.below(3); turn > 0; turn--) await session.publish();
      session.send({ type: 'publish', version: ++session.version });
      await session.senders.acknowledged(session.random.below(60), ackMs);
      await session.kill();
      session.oracle.metFault();
      await session.start();
    },
  }),
  engineFault({
    id: 'activate-and-kill',
    about: 'SIGKILL while versions of a lookup come into force: each event meets the version of its place, the same each time',
    smallCycles: 3,
    session: { lookup: true },
    cycle: async (session) => {
      if (session.random.chance(0.5)) await session.destination.behave('slow');
      for (let turn = session.random.below(3); turn > 0; turn--) await session.activate();
      await session.senders.acknowledged(session.random.below(100), ackMs);
      session.send({ type: 'activate', number: ++session.activation });
      await session.senders.acknowledged(session.random.below(60), ackMs);
      await session.kill();
      session.oracle.metFault();
      await session.start();
      await session.destination.behave('accept');
    },
  }),
  engineFault({
    id: 'silent-peers',
    about: 'R-41, R-42, R-43: 750 connections that say nothing or never end a head: the others are served, all are closed, no file is left',
    smallCycles: 1,
    cycle: keepPeersWaiting,
  }),
  engineFault({
    id: 'outage',
    about: 'R-16: a destination is away while events go on: memory stays, and what waited is gone soon after',
    smallCycles: 1,
    alone: true,
    wanted: { memoryGrowthMb: 64, ingestPerDrain: 0.5 },
    perSession: 1,
    cycle: (session) => outlastOutage(session, 'down'),
  }),
  engineFault({
    id: 'outage-slow',
    about: 'R-18: a destination is slow for long: memory stays',
    smallCycles: 1,
    alone: true,
    wanted: { memoryGrowthMb: 64 },
    perSession: 1,
    cycle: (session) => outlastOutage(session, 'slow'),
  }),
  engineFault({
    id: 'loud-tenant',
    about: 'R-48: a tenant sends ten times its quota: the other one keeps its rate and its answers',
    smallCycles: 1,
    session: { quotaBytesPerSecond, beside: [{ listener: 'http', tenantId: sideTenant, everyMs: 25 }] },
    alone: true,
    wanted: { rateLostPercent: 5, p99Ratio: 2 },
    perSession: 1,
    cycle: besideLoudTenant,
  }),
  engineFault({
    id: 'half-open-peers',
    about: 'R-42: 1,000 connections whose other side has vanished, no packet comes back: all are closed, no file is left',
    smallCycles: 0,
    session: { beside: [{ listener: 'tcp', tenantId: 't1' }] },
    alone: true,
    wanted: { reclaimMs: 90_000 },
    perSession: 1,
    cycle: keepHalfOpen,
  }),
  engineFault({
    id: 'crowd',
    about: 'R-43: 10,000 idle and 1,000 active connections: all are taken, all active ones are answered',
    smallCycles: 0,
    session: { beside: [{ listener: 'tcp', tenantId: 't1' }] },
    alone: true,
    wanted: { msPerThousandAccepts: 1000, kbPerConnection: 30 },
    perSession: 1,
    cycle: keepCrowd,
  }),
  engineFault({
    id: 'clock-steps',
    about: 'R-34: wall time jumps by hours and days, and back',
    smallCycles: 3,
    cycle: async (session) => {
      session.send({ type: 'clock', offsetMs: session.random.pick(clockSteps) });
      await session.senders.acknowledged(100, ackMs);
      session.oracle.metFault();
    },
  }),
];
