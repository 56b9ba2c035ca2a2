import { memo } from 'react';
import { Card } from '@acequia/ui';
import { MetricsTab } from './metrics-tab.tsx';
import type { FlowScope } from './use-flow-series.ts';

/** What flows through all things of a list, over it; not drawn again while the list is filtered. */
export const ListMetrics = memo(function ListMetrics({ scope, title }: { readonly scope: FlowScope; readonly title: string }) {
  return (
    <Card className="p-3.5 mb-3">
      <MetricsTab scope={scope} ids={none} title={title} />
    </Card>
  );
});

const none: readonly string[] = [];
