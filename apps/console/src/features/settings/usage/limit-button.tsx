import { useRef, useState } from 'react';
import { Button, Field, Icon, Input, Popover, toast } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { usageTexts } from './texts.ts';

const gigabyte = 1e9;

/** The limit of ingest per day, and how to set or lift it. */
export function LimitButton({ limit }: { readonly limit: number | null }) {
  const t = useTexts(usageTexts);
  const format = useFormat();
  const mayUpdate = useMay('usage:update');
  const [open, setOpen] = useState(false);
  const [entered, setEntered] = useState('');
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const tell = useToldFaults(form, asked);
  const change = useCommand('usage:setLimit', {
    onSuccess: (_, { bytesPerDay }) => {
      toast({ title: t(bytesPerDay === null ? 'lifted' : 'saved') });
      setOpen(false);
    },
  });
  const bytesPerDay = Math.round(Number(entered.replace(',', '.')) * gigabyte);
  const wrong = !(bytesPerDay > 0) || !Number.isSafeInteger(bytesPerDay);
  const shown = limit === null ? undefined : format.bytes(limit);
  const label = shown ? `${shown.value} ${shown.unit}` : t('noLimit');
  if (!mayUpdate) return <span className="ui-chip">{label}</span>;
  return (
    <Popover
      label={t('limitTitle')}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setAsked(false);
        setEntered(limit === null ? '' : String(limit / gigabyte));
      }}
      trigger={
        <button type="button" className="ui-chip">
          <span className="ui-chip-key">{t('limit')}</span>
          {label}
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <form
        ref={form}
        className="flex flex-col gap-3 w-64"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (!wrong) change.mutate({ bytesPerDay });
        }}
      >
        <Field label={t('limitTitle')} hint={t('limitHint')} {...tell('bytesPerDay', wrong ? t('limitWrong') : undefined)}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              unit={t('limitValue')}
              value={entered}
              onChange={(event) => setEntered(event.target.value)}
            />
          )}
        </Field>
        <div className="flex gap-2">
          <Button variant="primary" type="submit" loading={change.isPending}>
            {t('save')}
          </Button>
          {limit !== null && (
            <Button variant="ghost" onClick={() => change.mutate({ bytesPerDay: null })}>
              {t('lift')}
            </Button>
          )}
        </div>
      </form>
    </Popover>
  );
}
