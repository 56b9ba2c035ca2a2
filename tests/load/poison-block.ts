/**
 * Early test 7 of the engine: an event that ends the process, in a lane that two tenants share. Prints how often the process
 * ended, and the longest time the other tenant got nothing, from process to process with nothing between them that waits.
 * Wanted: no third end, one dead letter, at most 2 s. Run with `node tests/load/poison-block.ts [seed]`; the last line is one
 * JSON object. Takes about half a minute.
 */
import { poisons, poisonText } from '../faults/engine/poison-action.ts';
import { Session } from '../faults/engine/session.ts';
import { argumentOr, printResult } from './parts/print-result.ts';

const ackMs = 20_000;
const runs: { poison: string; ends: number; deadLetters: number; gapMs: number }[] = [];
for (const [number, poison] of poisons.entries()) {
  const session = await Session.open({
    seed: argumentOr(1) + number,
    mutation: undefined,
    poison: true,
    beside: [{ listener: 'http', tenantId: 't2' }],
  });
  await session.senders.acknowledged(200, ackMs);
  const text = poisonText(poison, number);
  await session.senders.sendText(text, ackMs);
  const ends = await session.outlive(text);
  await session.senders.acknowledged(200, ackMs);
  const deadLetters = (await session.letters()).length;
  const gapMs = Math.round(session.neighbour.longestGapMs);
  const { faults } = await session.finish({ duplicatesMax: Number.POSITIVE_INFINITY, faultsMin: 0, acknowledgedMin: 1, ordered: true });
  if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n`);
  runs.push({ poison, ends, deadLetters, gapMs });
}
const figures = runs.flatMap(({ poison, ends, deadLetters, gapMs }) => [
  { name: `${poison}: ends`, is: ends, atMost: 2 },
  { name: `${poison}: deadLetters`, is: deadLetters, atLeast: 1, atMost: 1 },
  { name: `${poison}: gapMs`, is: gapMs, atMost: 2000 },
]);
printResult('poison-block', figures, { runs });
