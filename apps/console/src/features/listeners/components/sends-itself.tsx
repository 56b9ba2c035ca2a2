import { parseConfig, type ListenerDefinition } from '@acequia/component-sdk/definition';
import { Link } from '@tanstack/react-router';
import { Button, Icon, Pairs } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { listenerTexts } from '../texts.ts';

/** In place of commands, for a listener that nobody sends to: what it makes, how much of it comes, and where its events can be seen. */
export function SendsItself({
  listener,
  definition,
  goesOn,
}: {
  readonly listener: Listener;
  readonly definition: ListenerDefinition;
  /** The page leads on to the pipeline by itself. */
  readonly goesOn: boolean | undefined;
}) {
  const t = useTexts(listenerTexts);
  const language = useLanguage();
  const rate = useLiveFrame()?.listeners[listener.id]?.received.events;
  const parsed = parseConfig(definition.config, listener.config);
  const made = parsed.ok ? definition.overview(parsed.value, language) : [];
  const [pipeline] = listener.usedBy;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t(definition.delivery === 'generator' ? 'noSend' : 'fetches')}</p>
      <Pairs
        pairs={[
          [t(definition.delivery === 'generator' ? 'makes' : 'fetchesWhat'), made.join(' · ') || '—'],
          [t('comesNow'), <Eps key="now" value={rate} unit />],
        ]}
      />
      <p className="text-muted">{t(pipeline ? 'seeEvents' : 'seeEventsLater')}</p>
      {!goesOn && (
        <Button asChild size="sm" className="self-start">
          {pipeline ? (
            <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: pipeline.id, version: undefined }}>
              {pipeline.name}
              <Icon name="arrow-right" size={12} />
            </Link>
          ) : (
            <Link to="/pipelines/create">
              {t('nextPipeline')}
              <Icon name="arrow-right" size={12} />
            </Link>
          )}
        </Button>
      )}
    </div>
  );
}
