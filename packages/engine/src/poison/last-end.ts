import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { placeIn, slotBootId, slotBytes, type Place } from './step-slot.ts';

/** A process that did not end well, as far as it is known where its lanes were. Plain data. */
export interface BadEnd {
  readonly places: readonly Place[];
}

const slotName = /^step-\d+$/;

export const slotPath = (directory: string, lane: number): string => join(directory, `step-${lane}`);

/** What a lane that died before in this process left of itself, and forgets it; undefined when there was none. */
export function takeOwnEnd(path: string): BadEnd | undefined {
  let slot: Buffer;
  try {
    slot = readFileSync(path);
  } catch {
    return undefined;
  }
  rmSync(path);
  return endOf([slot]);
}

/**
 * Looks how the process before ended, and forgets it. Undefined: well, or with the machine itself, which no event brings
 * down. Makes the folder; throws as `node:fs` does.
 */
export function takeLastEnd(directory: string, bootId: string): BadEnd | undefined {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const slots = readdirSync(directory)
    .filter((name) => slotName.test(name))
    .map((name) => {
      const path = join(directory, name);
      const slot = readFileSync(path);
      rmSync(path);
      return slot;
    })
    .filter((slot) => slot.length === slotBytes && slotBootId(slot) === bootId);
  return slots.length === 0 ? undefined : endOf(slots);
}

const endOf = (slots: readonly Buffer[]): BadEnd => ({
  places: slots.flatMap((slot) => (slot.length === slotBytes ? (placeIn(slot) ?? []) : [])),
});
