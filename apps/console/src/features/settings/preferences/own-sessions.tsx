import { useState } from 'react';
import { Button, Card, ConfirmDialog, Skeleton } from '@acequia/ui';
import type { OwnSession } from '@acequia/contract';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { ReauthenticateDialog } from '#blocks/mfa/reauthenticate-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { Moment } from '#lib/format/moment.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { sessionsTexts } from './sessions-texts.ts';
import { useEndSessions } from './use-end-sessions.ts';

/** Where one is logged in, and the way to end that elsewhere. */
export function OwnSessions() {
  const t = useTexts(sessionsTexts);
  const { data: sessions, error, refetch } = useOperation('auth:getSessions', {});
  const { end, pending, waiting, giveUp } = useEndSessions();
  const [asking, setAsking] = useState(false);
  const alone = sessions?.every(({ present }) => present) === true;
  return (
    <section className="flex flex-col gap-3" aria-label={t('title')}>
      <div className="flex items-center justify-between gap-4">
        <div>
          <h3>{t('title')}</h3>
          <p className="ui-hint">{t(alone ? 'none' : 'hint')}</p>
        </div>
        {sessions && !alone && (
          <Button className="flex-none" loading={pending === 'others'} onClick={() => setAsking(true)}>
            {t('endOthers')}
          </Button>
        )}
      </div>
      {error && !sessions && <ListFailed error={error} onRetry={() => void refetch()} />}
      {!sessions && !error && <Skeleton height={96} />}
      {sessions && (
        <Card className="overflow-x-auto">
          <table className="ui-table" aria-label={t('title')}>
            <thead>
              <tr>
                <th scope="col">{t('device')}</th>
                <th scope="col">{t('started')}</th>
                <th scope="col">{t('lastActivity')}</th>
                <td aria-hidden />
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <Row
                  key={session.id}
                  session={session}
                  ending={pending !== 'others' && pending?.id === session.id}
                  onEnd={() => end({ id: session.id })}
                />
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {asking && (
        <ConfirmDialog
          open
          danger
          onOpenChange={setAsking}
          title={t('endOthersTitle')}
          description={t('endOthersText')}
          confirm={t('endOthers')}
          cancel={t('cancel')}
          onConfirm={() => {
            setAsking(false);
            end('others');
          }}
        />
      )}
      {waiting !== undefined && <ReauthenticateDialog onDone={() => end(waiting)} onClose={giveUp} />}
    </section>
  );
}

function Row({
  session: { present, tenantName, via, ip, browser, system, createdAt, seenAt },
  ending,
  onEnd,
}: {
  readonly session: OwnSession;
  readonly ending: boolean;
  readonly onEnd: () => void;
}) {
  const t = useTexts(sessionsTexts);
  const format = useFormat();
  const moment = format.moment(createdAt);
  const device = browser && system ? t('browserOn', { browser, system }) : (browser ?? system ?? t('unknownDevice'));
  return (
    <tr>
      <td className="whitespace-normal! wrap-anywhere py-1.5">
        <div>{device}</div>
        <div className="ui-hint">
          <span className="ui-mono">{ip}</span> · {tenantName}
        </div>
      </td>
      <td className="py-1.5">
        <div>
          <Moment atMs={createdAt} />
        </div>
        <div className="ui-hint">{t(via)}</div>
      </td>
      <td className="text-muted">
        <TimeAgo atMs={seenAt} />
      </td>
      <td className="ui-actions">
        {present ? (
          <span className="ui-count">{t('present')}</span>
        ) : (
          <Button size="sm" loading={ending} aria-label={t('endOf', { device, address: ip, moment })} onClick={onEnd}>
            {t('end')}
          </Button>
        )}
      </td>
    </tr>
  );
}
