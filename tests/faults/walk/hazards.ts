import type { Behaviour, Flow } from './flow.ts';
import { places } from './flow.ts';
import type { Victim, WalkInstallation } from './walk-installation.ts';

/** One way to disturb a running installation: does it under load, lets it end, and resolves when it is over. */
export interface Hazard {
  readonly id: string;
  /** Whether it can be made here. */
  isPossible(installation: WalkInstallation): boolean;
  /** Rejects with what did not come back in time. */
  run(installation: WalkInstallation): Promise<void>;
}

const ackMs = 60_000;
/** Intake and delivery are back so soon after space is (issue of November 2026, and the operator's guide). */
const backMs = 10_000;
/** The same where processes must start for it, on a machine that has much else to do. */
const startedMs = 20_000;
const refusalsWanted = 10;

const always = (): boolean => true;

async function acknowledged(flow: Flow, events: number, withinMs = ackMs): Promise<void> {
  if (!(await flow.senders.acknowledged(events, withinMs)))
    throw new Error(`${flow.name}: no ${events} events were taken within ${withinMs} ms`);
}

/** An event that is sent from now on arrives in a file. */
async function delivered(flow: Flow, withinMs: number): Promise<void> {
  const [first, sinceMs] = [flow.oracle.issued, Date.now()];
  const end = performance.now() + withinMs;
  while (!flow.hasWritten(first, sinceMs)) {
    if (performance.now() > end) throw new Error(`${flow.name}: no event was delivered within ${withinMs} ms`);
    await flow.senders.acknowledged(1_000_000, lookMs);
  }
}

/** There is space: intake, delivery and the server are back so soon. Rejects with the first of them that is not. */
async function allBack(installation: WalkInstallation, withinMs: number): Promise<void> {
  const { flows } = installation;
  const awaited = [
    ...flows.map((flow) => acknowledged(flow, 5, withinMs)),
    ...flows.map((flow) => delivered(flow, withinMs)),
    installation.answers(withinMs),
  ];
  const late = (await Promise.allSettled(awaited)).find((one) => one.status === 'rejected');
  if (late) throw late.reason;
}

/** What a person's call does while parts of the installation are being killed: it may fail, and is not done twice. */
const attempt = async (call: () => Promise<unknown>): Promise<void> => void (await call().catch(() => undefined));

/** Looks at senders who must be refused: by how often they were looked at, since a machine that stands still holds up both sides. */
const looksMax = 300;
const lookMs = 200;

/** Until senders are refused. */
async function fillUp({ disk, flows }: WalkInstallation): Promise<void> {
  const { senders } = flows[0]!;
  const wanted = senders.refused + refusalsWanted;
  for (let looks = looksMax; looks > 0 && senders.refused < wanted; looks--) {
    disk!.fill();
    await senders.acknowledged(1_000_000, lookMs);
  }
  if (senders.refused >= wanted) return;
  disk!.free();
  throw new Error('the disk did not fill up');
}

const killing = (victims: readonly Victim[]): Hazard => ({
  id: `kill-${victims.join('-and-')}`,
  isPossible: always,
  run: async (installation) => {
    const { flows, random } = installation;
    // In the middle of things also when the hazard before has just ended.
    for (const flow of flows) await acknowledged(flow, 100 + random.below(200));
    await installation.kill(victims);
    for (const flow of flows) await acknowledged(flow, 20);
  },
});

/** The peer of a flow misbehaves for a moment. */
const peerThat = (behaviour: Behaviour): Hazard => ({
  id: `peer-${behaviour}`,
  isPossible: always,
  run: async ({ flows, random }) => {
    const flow = random.pick(flows);
    flow.behave(behaviour);
    await acknowledged(flow, 20 + random.below(300));
    if (behaviour === 'hang') await flow.givesUp(ackMs);
    flow.behave('accept');
  },
});

export const hazards: readonly Hazard[] = [
  {
    id: 'secret-rotation',
    isPossible: always,
    run: async ({ flows, random }) => {
      for (let turn = 3 + random.below(10); turn > 0; turn--) {
        await attempt(() => random.pick(flows).rotateSecret());
        await acknowledged(random.pick(flows), random.below(60));
      }
    },
  },
  {
    id: 'edit',
    isPossible: always,
    run: async ({ flows, random }) => {
      for (let turn = 1 + random.below(6); turn > 0; turn--) {
        const flow = random.pick(flows);
        await attempt(() => flow.editSink(random.pick(places)));
        await acknowledged(flow, random.below(60));
      }
    },
  },
  {
    id: 'publish',
    isPossible: always,
    run: async ({ flows, random }) => {
      for (let turn = 1 + random.below(3); turn > 0; turn--) {
        const flow = random.pick(flows);
        await attempt(() => flow.publish());
        await acknowledged(flow, random.below(60));
      }
    },
  },
  {
    id: 'stop-and-start',
    isPossible: always,
    run: async ({ flows, random }) => random.pick(flows).stopAndStart(random),
  },
  killing(['worker']),
  killing(['far']),
  killing(['server']),
  killing(['database']),
  killing(['worker', 'server']),
  killing(['worker', 'database']),
  peerThat('slow'),
  peerThat('refuse'),
  peerThat('hang'),
  {
    id: 'full-disk',
    isPossible: ({ disk }) => disk !== undefined,
    run: async (installation) => {
      const { disk, flows, random } = installation;
      const [first] = flows;
      await fillUp(installation);
      await first!.senders.acknowledged(1_000_000, random.below(3000));
      disk!.free();
      await allBack(installation, backMs);
    },
  },
  {
    // Long enough for the pauses between starts to grow beyond what is promised.
    id: 'kill-in-full-disk',
    isPossible: ({ disk }) => disk !== undefined,
    run: async (installation) => {
      const { disk, flows, random } = installation;
      await fillUp(installation);
      installation.killNow(['worker', 'server', 'database']);
      const end = performance.now() + 15_000 + random.below(15_000);
      while (performance.now() < end) {
        disk!.fill();
        await flows[0]!.senders.acknowledged(1_000_000, lookMs);
      }
      disk!.free();
      await allBack(installation, startedMs);
    },
  },
  {
    id: 'name-server-silent',
    isPossible: ({ names }) => names !== undefined,
    run: async ({ names, flows, random }) => {
      names!.goSilent();
      for (const flow of flows) flow.behave('accept');
      await acknowledged(random.pick(flows), 700 + random.below(700));
      names!.answer();
    },
  },
];
