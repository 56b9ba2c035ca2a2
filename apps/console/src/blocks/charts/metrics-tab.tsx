import { lazy, Suspense } from 'react';
import { Skeleton } from '@acequia/ui';
import type { FlowScope } from './use-flow-series.ts';

const MetricsPanel = lazy(() => import('./metrics-panel.tsx').then((module) => ({ default: module.MetricsPanel })));

/** Of the panel with its chart, in a window where its ways stand in one line. */
const panelPx = 256;

/** Metrics, loaded when they are looked at. */
export function MetricsTab(props: { readonly scope: FlowScope; readonly ids: readonly string[]; readonly title: string }) {
  return (
    <Suspense fallback={<Skeleton height={panelPx} />}>
      <MetricsPanel {...props} />
    </Suspense>
  );
}
