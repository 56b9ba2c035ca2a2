import { dayMs } from '@acequia/base';
import { Card } from '@acequia/ui';
import type { Held } from '@acequia/contract';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { spanWords } from '../model/span-words.ts';
import { dataHistoryTexts } from '../texts.ts';

/** Of the rate of one hour nothing follows for longer. */
const yearMs = 365 * dayMs;

/** How long each destination may be away before a listener's senders are asked to wait, the shortest first. */
export function AwayTable({
  destinations,
  nameOf,
  sinkOf,
}: {
  readonly destinations: Held['destinations'];
  readonly nameOf: (listenerId: string) => string;
  readonly sinkOf: (datasinkId: string) => string;
}) {
  const t = useTexts(dataHistoryTexts);
  const language = useLanguage();
  const away = (ms: number | null) => {
    if (ms === null) return t('noRate');
    if (ms > yearMs) return t('overYear');
    return ms === 0 ? t('full') : spanWords(ms, language);
  };
  return (
    <Card className="overflow-hidden">
      <h2 className="history-heading">{t('away')}</h2>
      <p className="ui-hint px-3.5 pt-2.5">{t('awayText')}</p>
      <div className="overflow-x-auto" tabIndex={0} aria-label={t('away')} role="region">
        <table className="ui-table" aria-label={t('away')}>
          <thead>
            <tr>
              <th scope="col">{t('datasink')}</th>
              <th scope="col">{t('mayStay')}</th>
              <th scope="col">{t('fullFirst')}</th>
            </tr>
          </thead>
          <tbody>
            {destinations.map(({ datasinkId, listenerId, awayMs }) => (
              <tr key={datasinkId}>
                <td className="history-name font-medium" title={sinkOf(datasinkId)}>
                  {sinkOf(datasinkId)}
                </td>
                <td className={awayMs === null ? 'text-muted' : undefined}>{away(awayMs)}</td>
                <td className="history-name" title={nameOf(listenerId)}>
                  {nameOf(listenerId)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
