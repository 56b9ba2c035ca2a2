import type { Session } from './session.ts';

const warmEvents = 10_000;
const looks = 20;
const eventsPerLook = 400;
const ackMs = 30_000;
const drainMs = 60_000;
/** What may be under way at any moment. */
const inFlight = 400;

/**
 * a destination is away or slow while thousands of events are taken in. Measures how much memory the engine
 * has taken more, and how many events came in for each one that went out until the backlog was gone.
 */
export async function outlastOutage(session: Session, behaviour: 'down' | 'slow'): Promise<void> {
  const { destination, oracle, senders } = session;
  await senders.acknowledged(warmEvents, ackMs);
  const before = session.memoryMb;
  await destination.behave(behaviour);
  for (let look = 0; look < looks; look++) {
    await senders.acknowledged(eventsPerLook, ackMs);
    session.measure('memoryGrowthMb', Math.max(0, session.memoryMb - before));
  }
  const backlog = oracle.owedAt('peer');
  if (backlog > inFlight) oracle.metFault();
  await destination.behave('accept');
  const taken = oracle.acknowledged;
  const end = performance.now() + drainMs;
  while (oracle.owedAt('peer') > inFlight && performance.now() < end) await senders.acknowledged(20, 100);
  const left = oracle.owedAt('peer');
  if (left > inFlight) session.complain(`${left} of ${backlog} events still wait ${drainMs} ms after the destination is back`);
  const came = oracle.acknowledged - taken;
  session.measure('ingestPerDrain', came / (backlog + came - left));
  session.measure('memoryGrowthMb', Math.max(0, session.memoryMb - before));
}
