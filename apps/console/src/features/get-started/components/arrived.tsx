import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Card, CopyButton, Count, Icon, Spinner, TypeChip } from '@acequia/ui';
import type { StartSetup } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import type { FirstEvent } from '../model/first-event.ts';
import { getStartedTexts } from '../texts.ts';

/** Fields that Acequia keeps about an event are shown last. */
const isOwn = (name: string): boolean => name.startsWith('_');

/** The first event: as it came, as it is written, and what to do with more of them. */
export function Arrived({
  setup,
  event,
  delivered,
  file,
  path,
}: {
  readonly setup: StartSetup;
  readonly event: FirstEvent;
  readonly delivered: number;
  readonly file: string;
  /** The way it took. */
  readonly path: ReactNode;
}) {
  const t = useTexts(getStartedTexts);
  const format = useFormat();
  const fields = [...event.fields].sort((a, b) => Number(isOwn(a.name)) - Number(isOwn(b.name)));
  const json = `{${event.fields.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  const editor = { pipelineId: setup.pipelineId, version: 'Main' };
  return (
    <>
      <h2 className="start-title">{t('arrivedTitle')}</h2>
      <p className="text-muted mt-1 mb-5 flex items-start gap-1.5" role="status">
        {delivered > 0 ? (
          <>
            <span className="ui-c-success text-c flex h-lh items-center">
              <Icon name="check" size={14} />
            </span>
            <span className="min-w-0">
              {t('deliveredTo')} <code className="text-text break-all">{file}</code> · {t('deliveredCount', { count: delivered })}
            </span>
          </>
        ) : (
          <>
            <span className="flex h-lh items-center">
              <Spinner size={14} />
            </span>
            {t('onItsWay')}
          </>
        )}
      </p>
      <Card className="start-event">
        <section aria-label={t('received')}>
          <h3 className="start-part">
            {t('received')}
            <span className="flex-1" />
            {event.receivedMs !== undefined && <span className="ui-hint">{format.exactly(event.receivedMs)}</span>}
          </h3>
          <pre className="start-raw">{event.raw ?? json}</pre>
        </section>
        <section aria-label={t('fields')}>
          <h3 className="start-part">
            {t('fields')} <Count>{fields.length}</Count>
            <span className="flex-1" />
            <CopyButton text={json} label={t('copyJson')} />
          </h3>
          <ul className="start-fields">
            {fields.map(({ name, type, value }) => (
              <li key={name} data-own={isOwn(name)}>
                <span className="truncate" title={name}>
                  {name}
                </span>
                <TypeChip type={type} />
                <span className="truncate" title={value}>
                  {value}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </Card>
      <div className="mt-3">{path}</div>
      <h3 className="ui-hint mt-6 mb-2">{t('next')}</h3>
      <div className="grid md:grid-cols-2 gap-3">
        <Card className="p-4 flex flex-col gap-3">
          <div className="flex-1">
            <h4 className="text-base font-semibold">{t('editTitle')}</h4>
            <p className="text-xs text-muted mt-1">{t('editText')}</p>
          </div>
          <div>
            <Button asChild variant="primary">
              <Link to="/pipelines/$pipelineId/{-$version}" params={editor}>
                {t('openEditor')}
              </Link>
            </Button>
          </div>
        </Card>
        <Card className="p-4 flex flex-col gap-3">
          <div className="flex-1">
            <h4 className="text-base font-semibold">{t('destinationTitle')}</h4>
            <p className="text-xs text-muted mt-1">{t('destinationText')}</p>
          </div>
          <div>
            <Button asChild>
              <Link to="/pipelines/$pipelineId/{-$version}/datasink/create" params={editor} search={{ beside: setup.datasinkId }}>
                <Icon name="plus" size={14} />
                {t('addDestination')}
              </Link>
            </Button>
          </div>
        </Card>
      </div>
    </>
  );
}
