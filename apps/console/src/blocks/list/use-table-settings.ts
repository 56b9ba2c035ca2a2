import { useCallback } from 'react';
import type { TableSettings } from '@acequia/contract';
import { usePreferences } from '#lib/preferences/use-preferences.ts';
import { noSettings } from './table-settings.ts';

/** The user's arrangement of a table, kept on the server; and how to change it (undefined: as it was made). */
export function useTableSettings(list: string): {
  readonly settings: TableSettings;
  readonly change: (next: TableSettings | undefined) => void;
} {
  const { preferences, change } = usePreferences();
  const { tables } = preferences;
  const settings = tables[list] ?? noSettings;
  return {
    settings,
    change: useCallback(
      (next: TableSettings | undefined) => {
        const { [list]: _old, ...others } = tables;
        change({ tables: next ? { ...others, [list]: next } : others });
      },
      [change, list, tables],
    ),
  };
}
