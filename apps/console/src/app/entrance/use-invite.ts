import { useEffect, useState } from 'react';
import type { OperationOutput } from '@acequia/contract';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { dropToken, takeToken } from './link-token.ts';

export type InviteFacts = OperationOutput<'auth:findInvite'>;

export type InviteState =
  | { readonly kind: 'asking' | 'dead' }
  | { readonly kind: 'failed'; readonly again: () => void }
  | { readonly kind: 'open'; readonly token: string; readonly facts: InviteFacts };

/** The invitation this window came with. */
export function useInvite(): InviteState {
  const [token] = useState(() => takeToken('join'));
  const [state, setState] = useState<'asking' | 'dead' | 'failed' | InviteFacts>(token === '' ? 'dead' : 'asking');
  useEffect(() => {
    if (state !== 'asking') return;
    const gone = new AbortController();
    callEntrance('auth:findInvite', { token }, gone.signal).then(setState, (caught: unknown) => {
      if (gone.signal.aborted) return;
      const dead = toOperationError(caught).code === 'AUTH.INVITE';
      if (dead) dropToken('join');
      setState(dead ? 'dead' : 'failed');
    });
    return () => gone.abort();
  }, [state, token]);
  if (state === 'failed') return { kind: 'failed', again: () => setState('asking') };
  return typeof state === 'string' ? { kind: state } : { kind: 'open', token, facts: state };
}
