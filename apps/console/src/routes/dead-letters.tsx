import { useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { DeadLettersPage } from '#features/dead-letters/index.ts';
import { letterSearch } from '#lib/letter-search/letter-search.ts';

export function DeadLettersRoute() {
  return (
    <Guarded permission="dead-letter:read">
      <DeadLettersPage search={letterSearch(useSearch({ strict: false }))} />
    </Guarded>
  );
}
