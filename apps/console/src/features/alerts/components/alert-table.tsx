import { Card, Checkbox, Status, type Tone } from '@acequia/ui';
import type { Alert, AlertPriority } from '@acequia/contract';
import { alertText, causeIn } from '@acequia/contract/alert-texts';
import { WithReason } from '#blocks/object-state/with-reason.tsx';
import { PathLink } from '#blocks/page/path-link.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { alertTexts } from '../texts.ts';
import { AlertActions } from './alert-actions.tsx';

const looks = {
  critical: { tone: 'danger', shape: 'triangle' },
  high: { tone: 'warning', shape: 'triangle' },
  medium: { tone: 'warning', shape: 'ring' },
  low: { tone: 'neutral', shape: 'dot' },
} as const satisfies Readonly<Record<AlertPriority, { readonly tone: Tone; readonly shape: string }>>;

/** Alerts with what happened, where, since when and who looks after them. */
export function AlertTable({
  alerts,
  chosen,
  onChoose,
}: {
  readonly alerts: readonly Alert[];
  /** Undefined where nothing can be done with them. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const t = useTexts(alertTexts);
  const language = useLanguage();
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const count = alerts.filter(({ id }) => chosen?.has(id)).length;
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table alerts-table" aria-label={t('title')}>
        <thead>
          <tr>
            {chosen && (
              <td className="alerts-check">
                <Checkbox
                  aria-label={t('selectAll')}
                  checked={count === alerts.length}
                  mixed={count > 0 && count < alerts.length}
                  onChange={(on) => onChoose(on ? new Set(alerts.map(({ id }) => id)) : new Set())}
                />
              </td>
            )}
            <th scope="col" className="alerts-priority">
              {t('priority')}
            </th>
            <th scope="col">{t('columnAlert')}</th>
            <th scope="col" className="alerts-where">
              {t('columnWhere')}
            </th>
            <th scope="col" className="alerts-since">
              {t('columnSince')}
            </th>
            <th scope="col" className="alerts-state">
              {t('columnState')}
            </th>
            {chosen && (
              <th scope="col" className="alerts-check">
                <span className="ui-hidden">{t('columnActions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => {
            const words = alertText(alert.message.code, language, alert.message.fields, alert.places);
            return (
              <tr key={alert.id} data-selected={chosen?.has(alert.id)}>
                {chosen && (
                  <td className="alerts-check">
                    <Checkbox
                      aria-label={t('select', { title: words.title })}
                      checked={chosen.has(alert.id)}
                      onChange={() => toggle(alert.id)}
                    />
                  </td>
                )}
                <td>
                  <Status {...looks[alert.priority]}>{t(alert.priority)}</Status>
                </td>
                <td>
                  <PathLink path={alert.location} className="font-medium hover:underline">
                    {words.title}
                  </PathLink>
                  <AlertText alert={alert} />
                </td>
                <td>
                  <Where alert={alert} />
                </td>
                <td className="text-muted">
                  <TimeAgo atMs={alert.timestamp} />
                  {alert.raises > 1 && <p className="ui-hint">{t('raises', { count: alert.raises })}</p>}
                </td>
                <td>
                  <StateOf alert={alert} />
                </td>
                {chosen && (
                  <td className="alerts-check">
                    <AlertActions alerts={[alert]} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

function Where({ alert: { source, cluster, worker } }: { readonly alert: Alert }) {
  const t = useTexts(alertTexts);
  const place = [cluster?.name, worker?.name].filter((name) => name !== undefined).join(' · ');
  return (
    <>
      <span>{t(source.type)}</span>
      {place !== '' && (
        <p className="ui-hint truncate" title={place}>
          {place}
        </p>
      )}
    </>
  );
}

function StateOf({ alert }: { readonly alert: Alert }) {
  const t = useTexts(alertTexts);
  const format = useFormat();
  if (alert.resolvedAt !== null) return <span className="text-muted">{t('isResolved', { when: format.ago(alert.resolvedAt) })}</span>;
  const seen = alert.acknowledgedAt !== null && (
    <>
      {t('isAcknowledged')}
      <p className="ui-hint">{t('by', { name: alert.acknowledgedBy ?? '', when: format.ago(alert.acknowledgedAt) })}</p>
    </>
  );
  if (alert.snoozedUntil !== null)
    return <span title={format.exactly(alert.snoozedUntil)}>{t('isSnoozed', { when: format.moment(alert.snoozedUntil) })}</span>;
  return seen || <span>{t('isOpen')}</span>;
}

/** What it says, with the cause in the words of the state. */
function AlertText({ alert: { message, places } }: { readonly alert: Alert }) {
  const language = useLanguage();
  return (
    <WithReason status={{ reason: causeIn(message.fields), lastError: null }}>
      {(cause) => <p className="ui-hint">{alertText(message.code, language, message.fields, places, cause).text}</p>}
    </WithReason>
  );
}
