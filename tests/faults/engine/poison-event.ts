import { poisons, poisonText, type Poison } from './poison-action.ts';
import type { Session } from './session.ts';

const ackMs = 60_000;
/** A hang is recognised where it is; of other ends the first is only known to have happened. */
const endsMax: Readonly<Record<Poison, number>> = { abort: 2, memory: 2, loop: 1 };

/** Sends an event that ends the engine, and looks what becomes of it and of the neighbour. */
export async function swallowPoison(session: Session): Promise<void> {
  const poison = poisons[session.poisoned % poisons.length]!;
  const text = poisonText(poison, session.poisoned);
  while (!session.neighbour.isServed) await session.senders.acknowledged(10, ackMs);
  await session.senders.sendText(text, ackMs);
  const ends = await session.outlive(text);
  await session.senders.acknowledged(50, ackMs);
  session.measure('gapMs', session.neighbour.longestGapMs);
  const letters = (await session.letters()).filter(({ message }) => message === text);
  if (ends > endsMax[poison]) session.complain(`${text} ended the process ${ends} times`);
  if (letters.length !== 1 || letters.some(({ code, node }) => code !== 'ENGINE_CRASH' || node !== 'poison'))
    session.complain(`${text} is in the dead letters as ${JSON.stringify(letters)}`);
  if (ends > 0) session.oracle.metFault();
}
