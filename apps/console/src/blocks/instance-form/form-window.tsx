import type { Datasink, Listener } from '@acequia/contract';
import { useMemo, type ReactNode } from 'react';
import { Drawer } from '@acequia/ui';
import { FormPlaceContext } from './form-place.tsx';

/** The form of a listener or a datasink over a page; saved or given up, the page is what remains. */
export function FormWindow({
  title,
  onLeave,
  onDone = onLeave,
  children,
}: {
  readonly title: string;
  readonly onLeave: () => void;
  /** It was created or saved; without it, the form is left. */
  readonly onDone?: ((saved: Listener | Datasink) => void) | undefined;
  readonly children: ReactNode;
}) {
  const place = useMemo(() => ({ done: onDone, leave: onLeave }), [onDone, onLeave]);
  return (
    <Drawer open size="lg" onOpenChange={(open) => open || onLeave()} title={title}>
      <FormPlaceContext value={place}>{children}</FormPlaceContext>
    </Drawer>
  );
}
