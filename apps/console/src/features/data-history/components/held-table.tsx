import { Card } from '@acequia/ui';
import type { Held } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { dataHistoryTexts } from '../texts.ts';
import { Bytes } from './bytes.tsx';

/** What is kept of each listener; one of them is looked into below. */
export function HeldTable({
  journals,
  chosen,
  newestAt,
  nameOf,
  onChoose,
}: {
  readonly journals: Held['journals'];
  readonly chosen: string;
  /** Of the chosen one's newest event, as the list of its events has it. */
  readonly newestAt: number | undefined;
  readonly nameOf: (listenerId: string) => string;
  readonly onChoose: (listenerId: string) => void;
}) {
  const t = useTexts(dataHistoryTexts);
  const format = useFormat();
  return (
    <Card className="overflow-hidden">
      <h2 className="history-heading">{t('held')}</h2>
      <div className="overflow-x-auto" tabIndex={0} aria-label={t('held')} role="region">
        <table className="ui-table history-held" aria-label={t('held')}>
          <thead>
            <tr>
              <th scope="col">{t('listener')}</th>
              <th scope="col" className="ui-right">
                {t('kept')}
              </th>
              <th scope="col" className="ui-right">
                {t('undelivered')}
              </th>
              <th scope="col" className="ui-right">
                {t('rate')}
              </th>
              <th scope="col">{t('reaches')}</th>
              <th scope="col">{t('newest')}</th>
            </tr>
          </thead>
          <tbody>
            {journals.map((journal) => (
              <tr key={journal.listenerId} className={journal.listenerId === chosen ? 'history-chosen' : undefined}>
                <td className="history-name">
                  <button
                    type="button"
                    className="history-pick"
                    title={nameOf(journal.listenerId)}
                    aria-pressed={journal.listenerId === chosen}
                    onClick={() => onChoose(journal.listenerId)}
                  >
                    {nameOf(journal.listenerId)}
                  </button>
                </td>
                <td className="ui-right">
                  <Bytes value={journal.keptBytes} />
                </td>
                <td className="ui-right">
                  <Bytes value={journal.undeliveredBytes} />
                  {journal.limitBytes > 0 && (
                    <div className="ui-hint">
                      {t('ofLimit', { percent: format.percent(journal.undeliveredBytes / journal.limitBytes) })}
                    </div>
                  )}
                </td>
                <td className="ui-right">
                  <Bytes value={journal.bytesPerSecond} perSecond />
                </td>
                <td>{journal.oldestAt === null ? <span className="text-faint">—</span> : <TimeAgo atMs={journal.oldestAt} />}</td>
                <td>
                  <Newest atMs={Math.max(journal.newestAt ?? 0, (journal.listenerId === chosen && newestAt) || 0)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** 0: nothing was ever received. */
function Newest({ atMs }: { readonly atMs: number }) {
  const t = useTexts(dataHistoryTexts);
  return atMs === 0 ? <span className="text-faint">{t('never')}</span> : <TimeAgo atMs={atMs} />;
}
