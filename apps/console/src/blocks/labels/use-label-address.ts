import { useCallback } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** The label that is open (`new`: one that is being made), and how to open another or none; it stands in the address. */
export function useLabelAddress(): readonly [string | undefined, (label: string | undefined) => void] {
  const navigate = useNavigate();
  const { label } = useSearch({ strict: false });
  const open = useCallback(
    (next: string | undefined) =>
      void navigate({ to: '.', search: (search: Record<string, unknown>) => ({ ...search, label: next }) } as Parameters<
        typeof navigate
      >[0]),
    [navigate],
  );
  return [label, open];
}
