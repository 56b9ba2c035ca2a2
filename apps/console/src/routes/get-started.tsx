import { useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { GetStartedPage } from '#features/get-started/index.ts';

export function GetStartedRoute() {
  const { source } = useSearch({ from: '/inside/get-started' });
  return (
    <Guarded permission="pipeline:create">
      <GetStartedPage source={source} />
    </Guarded>
  );
}
