import type { Datasink, Listener } from '@acequia/contract';
import { Button } from '@acequia/ui';
import { createContext, use, type ReactElement } from 'react';

/** Where a form of a listener or a datasink stands when it is not a page of its own: over another page. */
export interface FormPlace {
  /** The instance was created or saved. */
  readonly done: (saved: Listener | Datasink) => void;
  readonly leave: () => void;
}

export const FormPlaceContext = createContext<FormPlace | undefined>(undefined);

/** Undefined on a page of its own. */
export const useFormPlace = (): FormPlace | undefined => use(FormPlaceContext);

/** Gives the form up: back to what it stands over, or to another page. */
export function CancelForm({ text, link }: { readonly text: string; readonly link: (text: string) => ReactElement }) {
  const place = useFormPlace();
  return place ? (
    <Button variant="ghost" onClick={place.leave}>
      {text}
    </Button>
  ) : (
    <Button asChild variant="ghost">
      {link(text)}
    </Button>
  );
}
