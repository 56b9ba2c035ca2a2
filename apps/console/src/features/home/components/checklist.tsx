import { Link, type LinkProps } from '@tanstack/react-router';
import { Button, Card, classNames, Icon, IconButton, type IconName } from '@acequia/ui';
import type { Datasink, Listener, Pipeline } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { checklistOf, type Step } from '../model/checklist.ts';
import { homeTexts } from '../texts.ts';

const icons: Readonly<Record<Step, IconName>> = { listener: 'listener', datasink: 'datasink', pipeline: 'pipeline', publish: 'publish' };

/** The way from an empty tenant to delivered events, ticked off by what exists. */
export function Checklist({
  listeners,
  datasinks,
  pipelines,
  onDismiss,
}: {
  readonly listeners: readonly Listener[];
  readonly datasinks: readonly Datasink[];
  readonly pipelines: readonly Pipeline[];
  readonly onDismiss: () => void;
}) {
  const t = useTexts(homeTexts);
  const { steps, next } = checklistOf(listeners, datasinks, pipelines);
  const newest = [...pipelines].sort((a, b) => b.updatedAt - a.updatedAt)[0];
  const target = (step: Step): LinkProps => {
    if (step === 'listener') return { to: '/listeners/create/type' };
    if (step === 'datasink') return { to: '/datasinks/create/type' };
    if (step === 'publish' && newest)
      return { to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId: newest.id, version: 'Main' } };
    return { to: '/pipelines/create' };
  };
  return (
    <Card className="p-5">
      <header className="flex items-start gap-3 mb-4">
        <div className="flex-1">
          <h2 className="text-base font-semibold">{t('checklist')}</h2>
          <p className="text-muted">{next ? t('checklistLead') : t('finished')}</p>
        </div>
        <span className="ui-hint ui-num mt-1" role="status">
          {t('done', { done: steps.filter((entry) => entry.done).length, total: steps.length })}
        </span>
        <IconButton icon="x" size="sm" label={t('dismiss')} onClick={onDismiss} />
      </header>
      <ol className="grid grid-cols-1 sm:grid-cols-2 xl:grid-cols-4 gap-3">
        {steps.map(({ step, done }) => (
          <li key={step} className={classNames('rounded-md border p-3.5 flex flex-col gap-2', step === next && 'border-accent!')}>
            <div className="flex items-center gap-2.5">
              <span className={classNames('ui-tile', done ? 'ui-c-success' : step === 'publish' ? 'ui-c-pipeline' : `ui-c-${step}`)}>
                <Icon name={done ? 'check' : icons[step]} {...(done ? { label: t('stepDone') } : {})} />
              </span>
              <h3 className={classNames('font-medium', done && 'text-muted')}>{t(`${step}Step`)}</h3>
            </div>
            <p className="text-xs text-muted flex-1">{t(`${step}StepText`)}</p>
            {step === next && (
              <div>
                <Button asChild size="sm">
                  <Link {...target(step)}>
                    {t('begin')}
                    <Icon name="arrow-right" size={14} />
                  </Link>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
