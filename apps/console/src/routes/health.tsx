import { useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { HealthPage } from '#features/health/index.ts';

export function HealthRoute() {
  const { pipeline } = useSearch({ from: '/inside/health' });
  return (
    <Guarded permission="cluster:read" feature="engine-alerts">
      <HealthPage pipeline={pipeline} />
    </Guarded>
  );
}
