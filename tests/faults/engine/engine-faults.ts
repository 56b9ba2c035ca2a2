import type { CycleReport, Fault, FaultOptions } from '../fault.ts';
import type { Behaviour } from './destination.ts';
import { poisons, poisonText, type Poison } from './poison-action.ts';
import { Session } from './session.ts';
import { openFiles, SilentPeers } from './silent-peers.ts';

/** Cycles on one engine; more are run on further ones. */
const cyclesPerSession = 10;
/** The most events in flight to a destination: the batch of the deployment, sent and the next. */
const batchesInFlight = 2 * 200;
const ackMs = 20_000;

interface EngineFault {
  readonly id: string;
  readonly about: string;
  readonly smallCycles: number;
  readonly volatile?: boolean;
  /** What else the pipeline does. */
  readonly through?: 'poison' | 'dedupe';
  /** Default true. Order over a change of version is not promised. */
  readonly ordered?: boolean;
  readonly brokenBecause?: string;
  /** Makes the fault once and lets it end; called under load. */
  cycle(session: Session): Promise<void>;
}

function engineFault({ id, about, smallCycles, volatile, through, ordered = true, brokenBecause, cycle }: EngineFault): Fault {
  const runSession = async (seed: number, cycles: number, mutation: FaultOptions['mutation']): Promise<CycleReport> => {
    const session = await Session.open({
      seed,
      mutation,
      ...(volatile === undefined ? {} : { volatile }),
      poison: through === 'poison',
      dedupe: through === 'dedupe',
    });
    try {
      for (let done = 0; done < cycles; done++) {
        await session.senders.acknowledged(20 + session.random.below(300), ackMs);
        await cycle(session);
      }
    } catch (error) {
      session.complain(`${id}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const duplicatesMax = session.deaths * batchesInFlight + session.repliesLost * batchesInFlight;
    const verdict = await session.finish({ duplicatesMax, faultsMin: cycles, acknowledgedMin: cycles * 20, ordered });
    return { seed, cycles, verdict };
  };
  return {
    id,
    about,
    layer: 'engine',
    smallCycles,
    ...(brokenBecause === undefined ? {} : { brokenBecause }),
    run: async ({ seed, cycles, mutation, stopAtFault }) => {
      const reports: CycleReport[] = [];
      for (let done = 0; done < cycles; done += cyclesPerSession) {
        const report = await runSession(seed + done, Math.min(cyclesPerSession, cycles - done), mutation);
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

/** A hang is recognised where it is; of other ends the first is only known to have happened. */
const endsMax: Readonly<Record<Poison, number>> = { abort: 2, memory: 2, loop: 1 };

async function swallowPoison(session: Session): Promise<void> {
  const poison = poisons[session.poisoned % poisons.length]!;
  const text = poisonText(poison, session.poisoned);
  await session.senders.sendText(text, ackMs);
  const ends = await session.outlive(text);
  await session.senders.acknowledged(50, ackMs);
  const letters = (await session.letters()).filter(({ message }) => message === text);
  if (ends > endsMax[poison]) session.complain(`${text} ended the process ${ends} times`);
  if (letters.length !== 1 || letters.some(({ code, node }) => code !== 'ENGINE_CRASH' || node !== 'poison'))
    session.complain(`${text} is in the dead letters as ${JSON.stringify(letters)}`);
  if (ends > 0) session.oracle.metFault();
}

const destinationFault = (behaviour: Behaviour, about: string, smallCycles = 1): Fault =>
  engineFault({ id: `destination-${behaviour}`, about, smallCycles, cycle: (session) => misbehave(session, behaviour) });

const idlePeers = 500;
const slowPeers = 250;
/** Files that come and go with the engine's own work. */
const filesOfItsOwn = 20;
/** A request's head may take 10 s. */
const reclaimMs = 30_000;

async function keepPeersWaiting(session: Session): Promise<void> {
  const files = openFiles(session.pid);
  const peers = await SilentPeers.open(session.port, idlePeers, slowPeers);
  try {
    if (!(await session.senders.acknowledged(300, ackMs))) session.complain('beside silent connections no event is taken');
    if (openFiles(session.pid) >= files + slowPeers) session.oracle.metFault();
    const end = performance.now() + reclaimMs;
    while (peers.left > 0 && performance.now() < end) await session.senders.acknowledged(50, 1000);
    if (peers.left > 0) session.complain(`${peers.left} silent connections are still open after ${reclaimMs} ms`);
    const left = openFiles(session.pid) - files;
    if (left > filesOfItsOwn) session.complain(`${left} files more than before are open`);
  } finally {
    peers.close();
  }
}

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
    id: 'engine-power-cut',
    about: 'R-05: the power goes under load',
    smallCycles: 8,
    volatile: true,
    cycle: async (session) => {
      await session.cutPower();
      session.oracle.metFault();
      await session.start();
    },
  }),
  engineFault({
    id: 'dedupe-kill',
    about: 'SIGKILL under a slow destination behind an action with state: each line passes once, none is taken for a repeat of itself',
    smallCycles: 4,
    through: 'dedupe',
    cycle: async (session) => {
      await session.destination.behave('slow');
      await session.senders.acknowledged(50 + session.random.below(200), ackMs);
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
    through: 'poison',
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
    about: 'R-04: SIGTERM under load: everything in flight is settled, nothing is repeated, exit 0',
    smallCycles: 1,
    cycle: async (session) => {
      const code = await session.terminate();
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
    about: 'R-29: publishes under load: no event is lost, doubled, or seen by two versions',
    smallCycles: 5,
    ordered: false,
    cycle: async (session) => {
      for (let turn = 0; turn < 10; turn++) {
        await session.publish();
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
    id: 'silent-peers',
    about: 'R-41, R-42, R-43: 750 connections that say nothing or never end a head: the others are served, all are closed, no file is left',
    smallCycles: 1,
    cycle: keepPeersWaiting,
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
