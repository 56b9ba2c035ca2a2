import type { Sample } from '@acequia/contract';

/** The newest samples in their order, at most `max` of each direction: at a busy node what goes out must not push away what came in. */
export function newestSamples(samples: readonly Sample[], max: number): Sample[] {
  const left = { in: max, out: max };
  return samples
    .toReversed()
    .filter(({ direction }) => (left[direction] -= 1) >= 0)
    .toReversed();
}
