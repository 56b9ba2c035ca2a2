import { Sparkline, type Tone } from '@acequia/ui';

/** The last day in a cell. */
export function CellTrend({ values = [], tone }: { readonly values: readonly number[] | undefined; readonly tone: Tone }) {
  return (
    <span className="block w-16">
      <Sparkline series={[{ values, tone }]} height={16} width={64} />
    </span>
  );
}
