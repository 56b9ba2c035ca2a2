import { Status } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { attendanceOf, type Attendance } from './attendance.ts';
import { workerTexts } from './texts.ts';

const askedMs = 30_000;

/** How the workers of these clusters are now; `here` while that is not known. */
export function useAttendance(clusterIds: readonly string[]): Attendance {
  const mayRead = useMay('cluster:read');
  const { data: clusters } = useOperation('clusters:list', {}, { enabled: mayRead, refetchMs: askedMs });
  return attendanceOf(clusters ?? [], clusterIds);
}

/** In place of a state that only a worker could vouch for. */
export function WorkerAway({ attendance }: { readonly attendance: Exclude<Attendance, 'here'> }) {
  const t = useTexts(workerTexts);
  const format = useFormat();
  const never = attendance === 'never';
  return (
    <span title={never ? t('neverWhy') : t('awayWhy', { moment: format.exactly(attendance) })}>
      <Status tone="warning" shape="question">
        {never ? t('never') : t('away', { when: format.moment(attendance) })}
      </Status>
    </span>
  );
}
