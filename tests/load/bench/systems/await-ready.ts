import { isListening } from '../measure/listening.ts';
import { readGroup } from '../measure/process-group.ts';
import type { PinnedProcess } from '../measure/pinned-process.ts';
import type { InputKind } from '../workloads.ts';

const stepMs = 50;
const startTimeoutMs = 60_000;
/** So long without work after the start, then it is ready. */
const quietMs = 300;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a system listens (where it has a port) and has come to rest; rejects with its last words when it ends. */
export async function awaitReady(program: PinnedProcess, input: InputKind, port: number): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (input !== 'file' && !isListening(port)) await step();
  for (let quiet = 0; quiet < quietMs; quiet = readGroup(program.group).busy ? 0 : quiet + stepMs) await step();

  async function step(): Promise<void> {
    if (program.ended()) throw new Error(`it ended at once: ${program.lastWords()}`);
    if (performance.now() > deadline) throw new Error(`it was not ready after ${startTimeoutMs / 1000} s: ${program.lastWords()}`);
    await pause(stepMs);
  }
}
