import type { TimeZone } from '#lib/format/zone.ts';
import { oneOf, type RawSearch } from '#lib/search/search.ts';
import { datePresets, periodOf, rangeFault, type DatePreset, type NamedRange, type Period } from './presets.ts';

/** A preset with what it meant when it was chosen, or two ends of one's own. */
export interface ChosenRange extends Period {
  readonly preset: DatePreset;
}

/** How a range stands in an address; the ends only of one's own. */
export interface RangeSearch {
  readonly range?: DatePreset | undefined;
  /** ms since 1970 */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const moment = (value: unknown): number | undefined => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined);

export const rangeSearch = (search: RawSearch): RangeSearch => {
  const range = oneOf(search['range'], datePresets);
  return range === 'custom' ? { range, from: moment(search['from']), to: moment(search['to']) } : { range };
};

/** What a preset means now. */
export const rangeNow = (preset: NamedRange, nowMs: number, zone: TimeZone): ChosenRange => ({
  preset,
  ...periodOf(preset, nowMs, zone),
});

/** What a range means at a moment; ends of one's own stay. */
export function meantAt(range: NamedRange | ChosenRange, nowMs: number, zone: TimeZone): Period {
  if (typeof range === 'string') return periodOf(range, nowMs, zone);
  return range.preset === 'custom' ? range : periodOf(range.preset, nowMs, zone);
}

/** The range an address names; the other one when it names none, or ends that cannot be. */
export function rangeOf({ range, from, to }: RangeSearch, otherwise: NamedRange, nowMs: number, zone: TimeZone): ChosenRange {
  if (range !== 'custom') return rangeNow(range ?? otherwise, nowMs, zone);
  const period = { from: from ?? Number.NaN, to: to ?? Number.NaN };
  return rangeFault(period, nowMs) === undefined ? { preset: 'custom', ...period } : rangeNow(otherwise, nowMs, zone);
}

/** How a range is written into the address; the one that is meant without words is left out. */
export const searchOf = ({ preset, from, to }: ChosenRange, otherwise: NamedRange): RangeSearch =>
  preset === 'custom' ? { range: preset, from, to } : { range: preset === otherwise ? undefined : preset, from: undefined, to: undefined };
