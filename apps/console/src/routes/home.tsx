import { Outlet, useSearch } from '@tanstack/react-router';
import { HomePage } from '#features/home/index.ts';

export function HomeRoute() {
  return (
    <>
      <HomePage search={useSearch({ from: '/inside/home' })} />
      <Outlet />
    </>
  );
}
