import type { IssuedEvent } from '@acequia/testkit/oracle';
import { httpLines } from './doors.ts';
import type { Session } from './session.ts';

export const sideTenant = 't2';
export const quotaBytesPerSecond = 100_000;
/** Of the quota. */
const loudness = 10;
const tickMs = 10;
const unansweredMax = 64;
/** The neighbour's events over which each fare is taken. */
const fareEvents = 3000;
const withinMs = 60_000;

/** how the second tenant fares alone, and while the first one sends ten times its quota. */
export async function besideLoudTenant(session: Session): Promise<void> {
  await session.senders.stop();
  await session.neighbour.fare(fareEvents / 3, withinMs);
  const alone = await session.neighbour.fare(fareEvents, withinMs);
  const loud = beLoud(session);
  const beside = await session.neighbour.fare(fareEvents, withinMs);
  if ((await loud.stop()) > 0) session.oracle.metFault();
  session.senders.start(session.random.fork('after'));
  session.measure('rateLostPercent', Math.max(0, 100 * (1 - beside.eventsPerSecond / alone.eventsPerSecond)));
  session.measure('p99Ratio', beside.p99Ms / alone.p99Ms);
}

/** Sends whatever the answers are, a body each tick. The end tells how many were refused. */
function beLoud({ port, oracle }: Session): { stop(): Promise<number> } {
  const door = httpLines(port);
  const bytesPerTick = (quotaBytesPerSecond * loudness * tickMs) / 1000;
  const underWay = new Set<Promise<void>>();
  let refused = 0;
  let bodies = 0;
  const timer = setInterval(() => {
    if (underWay.size >= unansweredMax) return;
    const events: IssuedEvent[] = [];
    const key = `loud-${++bodies}`;
    for (let bytes = 0; bytes < bytesPerTick; bytes += Buffer.byteLength(events.at(-1)!.text)) events.push(oracle.issue(key));
    const sent: Promise<void> = door.send(events.map(({ text }) => text)).then((isTaken) => {
      if (isTaken) for (const event of events) oracle.acknowledge(event);
      else refused++;
      underWay.delete(sent);
    });
    underWay.add(sent);
  }, tickMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      door.close();
      return refused;
    },
  };
}
