import { useSearch } from '@tanstack/react-router';
import { HomePage } from '#features/home/index.ts';

export function HomeRoute() {
  const { range, measure } = useSearch({ from: '/inside/home' });
  return <HomePage range={range} measure={measure} />;
}
