import { Status } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { stateLook } from '../model/listener-state.ts';
import { listenerTexts } from '../texts.ts';

export function ListenerStatus({ state }: { readonly state: Listener['state'] }) {
  const t = useTexts(listenerTexts);
  return <Status {...stateLook[state]}>{t(state)}</Status>;
}
