import { Link } from '@tanstack/react-router';
import { CopyButton, DialogClose, Drawer, IconButton, TypeChip, useUiWords } from '@acequia/ui';
import type { HeldEvent, Listener } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { fieldsOf } from '../model/fields-of.ts';
import { dataHistoryTexts } from '../texts.ts';

/** One kept event: its fields, the text as it was received, and its way through the pipelines that take from the listener. */
export function EventDrawer({
  event,
  listener,
  onClose,
}: {
  readonly event: HeldEvent;
  readonly listener: Listener;
  readonly onClose: () => void;
}) {
  const t = useTexts(dataHistoryTexts);
  const words = useUiWords();
  const format = useFormat();
  const mayRead = useMay('pipeline:read');
  const { data: pipelines } = useOperation('pipelines:list', {}, { enabled: mayRead });
  const taking = pipelines?.filter(({ listenerIds }) => listenerIds.includes(listener.id));
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={t('eventTitle')} size="lg">
      <header className="flex items-start gap-2.5 pt-3.5 pr-2.5 pl-4">
        <div className="min-w-0 flex-1">
          <div className="text-sm font-semibold">
            {t('eventTitle')} · {listener.name}
          </div>
          <div className="ui-hint ui-num">
            {t('received')}: {format.precisely(event.receivedAt)}
          </div>
          <div className="ui-hint ui-mono flex items-center gap-1 break-all">
            {event.id}
            <CopyButton text={event.id} what="id" />
          </div>
        </div>
        <DialogClose asChild>
          <IconButton icon="x" size="sm" label={words.close} />
        </DialogClose>
      </header>
      <div className="flex flex-col gap-5 p-4">
        <section className="flex flex-col gap-2">
          <h2 className="text-xs font-medium text-muted">{t('fields')}</h2>
          <dl className="ui-pairs">
            {fieldsOf(event.json).map(([name, value]) => (
              <div key={name}>
                <dt className="ui-mono flex items-center gap-1.5">
                  {name} {event.types[name] !== undefined && <TypeChip type={event.types[name]} />}
                </dt>
                <dd className="ui-mono break-all whitespace-pre-wrap">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        {event.raw !== undefined && (
          <section className="flex flex-col gap-1.5">
            <h2 className="text-xs font-medium text-muted flex items-center gap-1">
              {t('raw')} <CopyButton text={event.raw} />
            </h2>
            <pre className="history-raw" tabIndex={0}>
              {event.raw}
            </pre>
          </section>
        )}
        {taking && (
          <section className="flex flex-col gap-2">
            <h2 className="text-xs font-medium text-muted">{t('way')}</h2>
            {taking.length === 0 && <p className="ui-hint">{t('noPipeline')}</p>}
            <ul className="flex flex-col gap-1.5">
              {taking.map(({ id, name, runningVersion }) => (
                <li key={id}>
                  <Link
                    to="/pipelines/$pipelineId/{-$version}"
                    params={{ pipelineId: id, version: runningVersion ?? undefined }}
                    search={{ xray: event.id, xrayAt: String(event.receivedAt), xrayVersion: runningVersion ?? undefined }}
                    className="ui-link"
                  >
                    {t('xray', { name })}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Drawer>
  );
}
