import { useEffect } from 'react';

/** Name of the browser tab while mounted. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === '' ? 'Acequia' : `${title} · Acequia`;
  }, [title]);
}
