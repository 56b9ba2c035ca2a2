/**
 * Early test 9 of the engine: one TCP connection with syslog through the journal, with sync, and the pipeline of W2 to a
 * file. Wanted: a million events a second on two cores. Run with `node tests/load/hot-connection.ts [events]`; the last line
 * is one JSON object. Takes about 20 seconds.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { dataKinds } from './bench/data/data-kinds.ts';
import { runCounted, type CountedResult, type CountedRun } from './parts/counted-run.ts';
import { median } from './parts/median.ts';
import { argumentOr, printResult } from './parts/print-result.ts';

const linesPerWrite = 20_000;
const events = Math.ceil(argumentOr(2_000_000) / linesPerWrite) * linesPerWrite;
const rounds = 3;
const piece = Buffer.from(`${Array.from({ length: linesPerWrite }, (_, index) => dataKinds.syslog(index)).join('\n')}\n`);

async function send({ port }: CountedRun): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (let sent = 0; sent < events; sent += linesPerWrite) if (!socket.write(piece)) await once(socket, 'drain');
  // The engine has the rest, and may end before it has closed its side.
  socket.on('error', () => undefined).end();
}

const results: CountedResult[] = [];
for (let round = 0; round < rounds; round++) results.push(await runCounted('W2-tcp', events, send));
const eventsPerSecond = median(results.map((result) => result.eventsPerSecond));
printResult('hot-connection', [{ name: 'eventsPerSecond', is: eventsPerSecond, atLeast: 1_000_000 }], { events, results });
