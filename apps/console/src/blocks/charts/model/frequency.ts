import { dayMs, hourMs, minuteMs } from '@acequia/base';

/** How often a chart has a point, ms. */
export const frequencies = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 6 * hourMs, dayMs] as const;
export type Frequency = (typeof frequencies)[number];

const pointsMost = 360;
const pointsWanted = 96;

/** Frequencies that give a range at least two points and not too many. */
export const frequenciesFor = (spanMs: number): readonly Frequency[] => {
  const fitting = frequencies.filter((each) => spanMs / each >= 2 && spanMs / each <= pointsMost);
  return fitting.length > 0 ? fitting : [spanMs / dayMs > pointsMost ? dayMs : minuteMs];
};

/** The chosen one where it fits, else the one that comes nearest to a hundred points. */
export function frequencyFor(spanMs: number, chosen: Frequency | undefined): Frequency {
  const fitting = frequenciesFor(spanMs);
  if (chosen !== undefined && fitting.includes(chosen)) return chosen;
  const far = (each: Frequency) => Math.abs(Math.log(spanMs / each / pointsWanted));
  return fitting.reduce((best, each) => (far(each) < far(best) ? each : best));
}
