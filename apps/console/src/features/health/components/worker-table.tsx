import { Card, ProgressBar, Status } from '@acequia/ui';
import type { Cluster } from '@acequia/contract';
import { stateLooks } from '#blocks/object-state/state-looks.ts';
import { objectStateTexts } from '#blocks/object-state/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import type { StateCount } from '../model/cluster-states.ts';
import { healthTexts } from '../texts.ts';

type Worker = Cluster['workers'][number];

const looks = {
  online: { tone: 'success', shape: 'dot' },
  unknown: { tone: 'danger', shape: 'question' },
  revoked: { tone: 'neutral', shape: 'bars' },
} as const;

/** Each cluster with how many things are in which state there, and its workers: how busy they are and how much room they have. Revoked ones are left out. */
export function WorkerTable({
  clusters,
  states,
  undelivered,
}: {
  readonly clusters: readonly Cluster[];
  readonly states: ReadonlyMap<string, readonly StateCount[]>;
  /** By worker, of the viewer's own parts, as the page sums them up above: where no whole machines are shown, both say the same at the same moment. */
  readonly undelivered: ReadonlyMap<string, number>;
}) {
  const t = useTexts(healthTexts);
  const machines = clusters.some(({ workers }) => workers.some(({ memoryBytes }) => memoryBytes !== undefined));
  const columns = [
    t('name'),
    t('state'),
    t('version'),
    ...(machines ? [t('cpu'), t('memory'), t('loop')] : []),
    t('journalSize'),
    t('undelivered'),
    ...(machines ? [t('disk')] : []),
  ];
  return (
    <Card className="overflow-hidden">
      <h2 className="health-heading">{t('workers')}</h2>
      <div className="overflow-x-auto">
        <table className="ui-table" aria-label={t('workers')}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={index > 2 ? 'ui-right' : ''}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          {clusters.map((cluster) => (
            <tbody key={cluster.id}>
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className="ui-table-group">
                  <span className="flex items-center gap-2">
                    {cluster.name}
                    <StateCounts counts={states.get(cluster.id) ?? []} />
                  </span>
                </th>
              </tr>
              {cluster.workers
                .filter(({ status }) => status !== 'revoked')
                .map((worker) => (
                  <WorkerRow
                    key={worker.id}
                    worker={worker}
                    machines={machines}
                    undelivered={machines ? worker.undeliveredBytes : undelivered.get(worker.id)}
                  />
                ))}
            </tbody>
          ))}
        </table>
      </div>
    </Card>
  );
}

function StateCounts({ counts }: { readonly counts: readonly StateCount[] }) {
  const t = useTexts(objectStateTexts);
  const format = useFormat();
  return counts.map(([state, count]) => (
    <Status key={state} {...stateLooks[state]}>
      {`${t(state)} ${format.number(count)}`}
    </Status>
  ));
}

/** `machines`: figures of whole machines are shown. */
function WorkerRow({
  worker,
  machines,
  undelivered,
}: {
  readonly worker: Worker;
  readonly machines: boolean;
  readonly undelivered: number | undefined;
}) {
  const t = useTexts(healthTexts);
  const format = useFormat();
  const { name, status, version, lastSeenAt, cpuFraction, memoryBytes, eventLoopLagMs } = worker;
  return (
    <tr>
      <td>
        <span className="font-medium">{name}</span>
      </td>
      <td>
        <Status {...looks[status]}>{t(status)}</Status>
        {lastSeenAt !== null && status !== 'online' && (
          <span className="ui-hint ml-2">
            <TimeAgo atMs={lastSeenAt} />
          </span>
        )}
      </td>
      <td className="ui-mono">{version}</td>
      {machines && (
        <>
          <td className="ui-right ui-num">{cpuFraction === undefined ? <Dash /> : format.number(Math.round(cpuFraction * 100) / 100)}</td>
          <Bytes of={memoryBytes} />
          <td className="ui-right ui-num">{eventLoopLagMs === undefined ? <Dash /> : `${format.number(Math.round(eventLoopLagMs))} ms`}</td>
        </>
      )}
      <Bytes of={worker.journalBytes} limit={worker.journalLimitBytes} label={t('journalSize')} />
      <Bytes of={undelivered} />
      {machines && <Bytes of={worker.diskFreeBytes} limit={worker.diskBytes} label={t('disk')} />}
    </tr>
  );
}

const Dash = () => <span className="text-faint">—</span>;

/** A size, and how much that is of its limit. */
function Bytes({ of, limit, label }: { readonly of: number | undefined; readonly limit?: number | undefined; readonly label?: string }) {
  const format = useFormat();
  if (of === undefined)
    return (
      <td className="ui-right">
        <Dash />
      </td>
    );
  const { value, unit } = format.bytes(of);
  return (
    <td className="ui-right">
      <span className="ui-num" title={format.number(of)}>
        {value} <small className="text-muted">{unit}</small>
      </span>
      {limit !== undefined && limit > 0 && label !== undefined && <ProgressBar value={Math.min(1, of / limit)} label={label} />}
    </td>
  );
}
