import { Status } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { DamagedStatus } from '#blocks/list/damaged-status.tsx';
import { useAttendance, WorkerAway } from '#blocks/workers/worker-away.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { stateLook, troubleOf } from '../model/listener-state.ts';
import { listenerTexts } from '../texts.ts';

/** The state its worker reported last; nothing counts as running while no worker vouches for it. */
export function ListenerStatus({ listener }: { readonly listener: Listener }) {
  const { state, clusterId } = listener;
  const t = useTexts(listenerTexts);
  const attendance = useAttendance([clusterId]);
  if (listener.damaged) return <DamagedStatus fields={listener.damaged} />;
  if (state !== 'stopped' && state !== 'error' && attendance !== 'here') return <WorkerAway attendance={attendance} />;
  const word = troubleOf(listener) === 'warning' ? 'troubled' : state;
  return <Status {...stateLook[word]}>{t(word)}</Status>;
}
