import { dayMs, hourMs } from '@acequia/base';
import { Button, IconButton, Menu, MenuItem, toast } from '@acequia/ui';
import type { Alert } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { alertTexts } from '../texts.ts';

const spans = [
  ['hour', hourMs],
  ['day', dayMs],
  ['week', 7 * dayMs],
] as const;

/** Acknowledge and snooze, for one alert in a menu or for several as buttons. */
export function AlertActions({
  alerts,
  onDone,
  buttons = false,
}: {
  readonly alerts: readonly Alert[];
  readonly onDone?: () => void;
  readonly buttons?: boolean;
}) {
  const t = useTexts(alertTexts);
  const ids = alerts.map(({ id }) => id);
  const done = (title: string) => {
    toast({ tone: 'success', title });
    onDone?.();
  };
  const acknowledge = useCommand('alerts:acknowledge', { onSuccess: () => done(t('acknowledged', { count: ids.length })) });
  const snooze = useCommand('alerts:snooze', {
    onSuccess: (_output, { until }) => (until === null ? onDone?.() : done(t('snoozedDone', { count: ids.length }))),
  });
  const pending = acknowledge.isPending || snooze.isPending;
  const snoozed = alerts.every(({ snoozedUntil }) => snoozedUntil !== null);
  const unseen = alerts.some(({ acknowledgedAt }) => acknowledgedAt === null);
  const snoozes = snoozed ? (
    <MenuItem onSelect={() => snooze.mutate({ ids, until: null })}>{t('unsnooze')}</MenuItem>
  ) : (
    spans.map(([span, ms]) => (
      <MenuItem key={span} onSelect={() => snooze.mutate({ ids, until: Date.now() + ms })}>
        {buttons ? t(span) : `${t('snooze')}: ${t(span)}`}
      </MenuItem>
    ))
  );
  if (buttons)
    return (
      <>
        <Button icon="check" disabled={pending || !unseen} onClick={() => acknowledge.mutate({ ids })}>
          {t('acknowledge')}
        </Button>
        <Menu
          label={t('snooze')}
          trigger={
            <Button iconEnd="chevron-down" disabled={pending}>
              {t('snooze')}
            </Button>
          }
        >
          {snoozes}
        </Menu>
      </>
    );
  return (
    <Menu label={t('columnState')} align="end" trigger={<IconButton icon="more" size="sm" label={`${t('acknowledge')}, ${t('snooze')}`} />}>
      {unseen && (
        <MenuItem icon="check" disabled={pending} onSelect={() => acknowledge.mutate({ ids })}>
          {t('acknowledge')}
        </MenuItem>
      )}
      {snoozes}
    </Menu>
  );
}
