import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Preferences, Session } from '@acequia/contract';
import { useCommand } from '#lib/operations/use-command.ts';
import { sessionQuery, useSession } from '#lib/session/index.ts';
import { showPreferences } from './preferences.ts';

const command = 'auth:updatePreferences';
const beingStored = {
  filters: { mutationKey: [command], status: 'pending' },
  select: ({ state }: { readonly state: { readonly variables: unknown } }) => state.variables as Partial<Preferences>,
} as const;

/**
 * The user's preferences and how to change them: at once on the page, then stored; taken back when that fails. What is being stored
 * counts more than what the server answers meanwhile, which may be from before.
 */
export function usePreferences(): { readonly preferences: Preferences; readonly change: (next: Partial<Preferences>) => void } {
  const client = useQueryClient();
  const { preferences: known } = useSession();
  const pending = useMutationState(beingStored);
  const preferences = useMemo(() => pending.reduce<Preferences>((all, next) => ({ ...all, ...next }), known), [known, pending]);
  const { mutate } = useCommand(command);
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
      mutate(next, { onSuccess: () => write(next), onError: () => write(before) });
    },
    [client, mutate, preferences],
  );
  return { preferences, change };
}
