import { Status } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useAttendance, WorkerAway } from '#blocks/workers/worker-away.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { stateLook } from '../model/listener-state.ts';
import { listenerTexts } from '../texts.ts';

/** The state its worker reported last; nothing counts as running while no worker vouches for it. */
export function ListenerStatus({ listener: { state, clusterId } }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const attendance = useAttendance([clusterId]);
  if (state !== 'stopped' && state !== 'error' && attendance !== 'here') return <WorkerAway attendance={attendance} />;
  return <Status {...stateLook[state]}>{t(state)}</Status>;
}
