import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openFiles, processMemoryMb } from './process-figures.ts';
import type { Session } from './session.ts';

const halfOpenPeers = 1000;
const idlePeers = 10_000;
const activePeers = 1000;
const connectsAtOnce = 200;
const ackMs = 60_000;
/** Files that come and go with the engine's own work. */
const filesOfItsOwn = 20;
const reclaimMs = 120_000;
const vanish = fileURLToPath(new URL('./vanish.pl', import.meta.url));

/**
 * peers that connect over TCP and vanish: their sockets drop each packet, so nothing is ever answered or ended.
 * Measures how long the engine keeps them.
 */
export async function keepHalfOpen(session: Session): Promise<void> {
  const files = openFiles(session.pid);
  const peers = spawn('perl', [vanish, String(session.portOf('tcp')), String(halfOpenPeers)], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(peers.stdout, 'data');
    const heldAtLeast = files + halfOpenPeers / 2;
    for (const end = performance.now() + ackMs; openFiles(session.pid) < heldAtLeast && performance.now() < end;)
      await session.senders.acknowledged(20, 100);
    if (openFiles(session.pid) >= heldAtLeast) session.oracle.metFault();
    const startMs = performance.now();
    while (openFiles(session.pid) > files + filesOfItsOwn && performance.now() < startMs + reclaimMs)
      await session.senders.acknowledged(100, 1000);
    session.measure('reclaimMs', performance.now() - startMs);
    const left = openFiles(session.pid) - files;
    if (left > filesOfItsOwn) session.complain(`${left} files more than before are open after ${reclaimMs} ms`);
  } finally {
    peers.kill();
  }
}

/** connections that only are there, and others that are answered beside them. */
export async function keepCrowd(session: Session): Promise<void> {
  const port = session.portOf('tcp');
  const sockets: Socket[] = [];
  try {
    const before = session.memoryMb;
    const startMs = performance.now();
    await connectAll(port, idlePeers, sockets);
    session.measure('msPerThousandAccepts', ((performance.now() - startMs) * 1000) / idlePeers);
    session.measure('kbPerConnection', ((processMemoryMb(session.pid) - before) * 1000) / idlePeers);
    if (openFiles(session.pid) >= idlePeers) session.oracle.metFault();
    const active: Socket[] = [];
    await connectAll(port, activePeers, active);
    sockets.push(...active);
    const fare = await session.neighbour.fare(activePeers, ackMs);
    if (fare.eventsPerSecond === 0) session.complain('beside a crowd nothing is taken');
    if (!(await session.senders.acknowledged(300, ackMs))) session.complain('beside a crowd no event is taken over HTTP');
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function connectAll(port: number, count: number, into: Socket[]): Promise<void> {
  for (let done = 0; done < count; done += connectsAtOnce) {
    await Promise.all(
      Array.from({ length: Math.min(connectsAtOnce, count - done) }, async () => {
        const socket = connect(port, '127.0.0.1');
        into.push(socket);
        await once(socket, 'connect');
        socket.on('error', () => undefined);
      }),
    );
  }
}
