import { Card, Skeleton } from '@acequia/ui';

/** The place of the data sinks with what reached each. */
export function DestinationsSkeleton() {
  return (
    <Card className="overflow-hidden" aria-busy>
      {Array.from({ length: 4 }, (_, row) => (
        <div key={row} className="flex items-center gap-6 px-3 h-10 border-b last:border-b-0">
          <Skeleton width="14%" />
          <Skeleton width="28%" />
          <Skeleton width="10%" />
          <span className="flex-1" />
          <Skeleton width="12%" />
        </div>
      ))}
    </Card>
  );
}

/** Heights in px of the bars of each column, from listeners to data sinks. */
const columns = [[70, 42, 24], [120], [70, 42, 24], [96, 60], [84, 52, 24]];

/** The place of the flow while its data is on the way. */
export function FlowSkeleton() {
  return (
    <Card className="p-4 min-h-[420px]" aria-busy>
      <Skeleton width={96} />
      <div className="flex justify-between mt-12 px-1">
        {columns.map((bars, column) => (
          <div key={column} className="flex flex-col gap-12">
            {bars.map((height, bar) => (
              <div key={bar} className="flex gap-2">
                <Skeleton width={6} height={height} />
                <Skeleton width={72} height={12} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Card>
  );
}
