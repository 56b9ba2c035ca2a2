import type { Tone } from '@acequia/ui';
import { RangeTrend } from '#blocks/charts/range-trend.tsx';

/** The last day in a cell. */
export function CellTrend({ values = [], tone }: { readonly values: readonly number[] | undefined; readonly tone: Tone }) {
  return (
    <span className="block w-16">
      <RangeTrend series={[{ values, tone }]} height={16} width={64} />
    </span>
  );
}
