import { Button, CopyCode, Icon, Note } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Markdown } from '#blocks/components/markdown.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useErrorTitle } from '#lib/operations/use-error-title.ts';
import type { Part, Reading, Turn } from './model/conversation.ts';
import { readTarget } from './model/read-target.ts';
import { assistantTexts } from './texts.ts';

export interface TurnViewProps {
  readonly turn: Turn;
  /** Shows a proposal; its place in the answer names it. */
  readonly proposal: (part: Extract<Part, { type: 'proposal' }>, at: number) => ReactNode;
  /** Asks the question again. Absent for older ones. */
  readonly onAgain: (() => void) | undefined;
}

/** A question, and the answer as far as it has come. */
export function TurnView({ turn: { question, parts, state, error }, proposal, onAgain }: TurnViewProps) {
  const t = useTexts(assistantTexts);
  const told = error && describeError(error);
  return (
    <article className="as-turn">
      <h3 className="ui-hidden">{t('you')}</h3>
      <p className="as-question">{question}</p>
      {parts.map((part, at) => (
        <div key={at} className="as-part">
          {part.type === 'text' && <MessageText text={part.text} />}
          {part.type === 'read' && <ReadLine reading={part} />}
          {part.type === 'proposal' && proposal(part, at)}
        </div>
      ))}
      {state === 'answering' && (
        <p className="as-dots" aria-hidden>
          <i />
          <i />
          <i />
        </p>
      )}
      {state === 'stopped' && <p className="text-muted text-xs">{t('stopped')}</p>}
      {told && (
        <Note tone="danger" title={told.title}>
          {told.text} <CopyCode text={error.code} />
        </Note>
      )}
      {onAgain && (state === 'failed' || state === 'stopped') && (
        <div>
          <Button size="sm" icon="refresh" onClick={onAgain}>
            {t('again')}
          </Button>
        </div>
      )}
    </article>
  );
}

/** Addresses stay text: nobody is led away by what a model, or a log line it has read, has written. */
function MessageText({ text }: { readonly text: string }) {
  return <Markdown source={text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)')} />;
}

function ReadLine({ reading }: { readonly reading: Reading }) {
  const t = useTexts(assistantTexts);
  const errorTitle = useErrorTitle();
  const target = readTarget(reading);
  const word = reading.operation === 'dataHistory:search' ? t('read.events') : nounWord(reading.operation, t);
  const words = reading.id === null ? word : `${word} · ${reading.id}`;
  return (
    <p className="as-read">
      <Icon name="eye" size={13} />
      <span className="ui-hidden">{t('reads')}: </span>
      {target === undefined ? (
        words
      ) : (
        <Link to={target} className="ui-link">
          {words}
        </Link>
      )}
      {reading.code !== null && (
        <span className="text-muted" title={reading.code}>
          {t('refused', { reason: errorTitle(reading.code) })}
        </span>
      )}
    </p>
  );
}

const nouns = [
  'pipelines',
  'listeners',
  'labels',
  'datasinks',
  'lookups',
  'clusters',
  'health',
  'alerts',
  'metrics',
  'dataHistory',
] as const;

function nounWord(operation: string, t: (key: `read.${(typeof nouns)[number]}`) => string): string {
  const noun = nouns.find((each) => operation.startsWith(`${each}:`));
  return noun ? t(`read.${noun}`) : operation;
}
