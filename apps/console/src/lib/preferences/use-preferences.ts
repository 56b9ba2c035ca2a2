import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Preferences, Session } from '@acequia/contract';
import { useCommand } from '#lib/operations/use-command.ts';
import { sessionQuery, useSession } from '#lib/session/index.ts';
import { showPreferences } from './preferences.ts';

/** The user's preferences and how to change them: at once on the page, then stored; taken back when that fails. */
export function usePreferences(): { readonly preferences: Preferences; readonly change: (next: Partial<Preferences>) => void } {
  const client = useQueryClient();
  const { preferences } = useSession();
  const { mutate } = useCommand('auth:updatePreferences');
  const change = useCallback(
    (next: Partial<Preferences>) => {
      const write = (stored: Partial<Preferences>) => {
        void showPreferences(stored);
        client.setQueryData(
          sessionQuery.queryKey,
          (session: Session | undefined) => session && { ...session, preferences: { ...session.preferences, ...stored } },
        );
      };
      const before = preferences;
      write(next);
      mutate(next, { onError: () => write(before) });
    },
    [client, mutate, preferences],
  );
  return { preferences, change };
}
