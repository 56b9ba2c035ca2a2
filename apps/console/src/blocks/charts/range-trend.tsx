import { Sparkline, type SparkSeries } from '@acequia/ui';
import { fromFirstData } from './model/from-first-data.ts';

/** Lines of the same time in little, from their first data on. */
export function RangeTrend({
  series,
  height,
  width,
}: {
  readonly series: readonly SparkSeries[];
  readonly height: number;
  readonly width?: number;
}) {
  const values = fromFirstData(series.map((line) => line.values));
  return (
    <Sparkline
      series={series.map((line, index) => ({ ...line, values: values[index]! }))}
      height={height}
      {...(width === undefined ? {} : { width })}
    />
  );
}
