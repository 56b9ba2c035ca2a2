import { Avatar, Card, Status } from '@acequia/ui';
import type { ActivityPage } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { Moment } from '#lib/format/moment.tsx';
import { useErrorTitle } from '#lib/operations/use-error-title.ts';
import { activityEntities, activityOperations } from './kinds.ts';
import { settingsTexts } from '../texts.ts';
import { activityTexts } from './texts.ts';

type Row = ActivityPage['data'][number];

export function ActivityTable({ rows }: { readonly rows: readonly Row[] }) {
  const title = useTexts(settingsTexts);
  const t = useTexts(activityTexts);
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table" aria-label={title('activity')}>
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col">{t('user')}</th>
            <th scope="col">{t('event')}</th>
            <th scope="col">{t('object')}</th>
            <th scope="col">{t('address')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.date} ${index}`}>
              <td className="text-muted ui-num">
                <Moment atMs={row.date} />
              </td>
              <td title={row.user.email}>
                <span className="flex items-center gap-2">
                  <Avatar name={nameOf(row)} seed={row.user.email} />
                  {nameOf(row)}
                </span>
              </td>
              <td>
                <EventWords event={row.event} />
              </td>
              <td className="whitespace-normal! wrap-anywhere min-w-40">{row.event.name}</td>
              <td className="ui-mono text-xs text-muted">{row.ip_address}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const nameOf = ({ user }: Row): string => `${user.name} ${user.surname}`.trim() || user.email;

/** `create` `pipeline`; a refused attempt with the reason in words, of the code that the server writes behind the operation. */
function EventWords({ event }: { readonly event: Row['event'] }) {
  const t = useTexts(activityTexts);
  const errorTitle = useErrorTitle();
  const [, operation = event.operation, code] = /^(\w+)(?: \((.+)\))?$/.exec(event.operation) ?? [];
  const entity = activityEntities.find((each) => each === event.entity);
  const word = activityOperations.find((each) => each === operation);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="font-medium">{word ? t(word) : operation}</span>
      <span className="text-muted">{entity ? t(entity) : event.entity}</span>
      {code && (
        <span title={code}>
          <Status tone="warning" shape="triangle">
            {t('refused', { reason: errorTitle(code) })}
          </Status>
        </span>
      )}
    </span>
  );
}
