import type { RefObject } from 'react';
import { useLeftFields } from './use-left-fields.ts';

/** The properties of a `Field` that tell its fault: once the field was left, or the form submitted. */
export function useToldFaults(form: RefObject<HTMLElement | null>, submitted: boolean) {
  const wasLeft = useLeftFields(form);
  return (path: string, fault: string | undefined): { readonly path: string; readonly error?: string } => ({
    path,
    ...(fault !== undefined && (submitted || wasLeft(path)) ? { error: fault } : {}),
  });
}
