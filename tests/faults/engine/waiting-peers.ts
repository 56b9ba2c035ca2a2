import { openFiles } from './process-figures.ts';
import type { Session } from './session.ts';
import { SilentPeers } from './silent-peers.ts';

const ackMs = 20_000;
const idlePeers = 500;
const slowPeers = 250;
/** Files that come and go with the engine's own work. */
const filesOfItsOwn = 20;
/** A request's head may take 10 s. */
const reclaimMs = 30_000;

/** connections that say nothing, or never end a request's head. */
export async function keepPeersWaiting(session: Session): Promise<void> {
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
