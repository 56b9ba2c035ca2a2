import './assistant.css';
import type { AssistantStatus } from '@acequia/contract';
import { Button, DialogClose, Drawer, IconButton, Skeleton, SwitchRow } from '@acequia/ui';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { AskForm } from './ask-form.tsx';
import { useAssistantUrl } from './assistant-url.ts';
import type { AssistantPlace } from './assistant-place.ts';
import { isAnswering } from './model/conversation.ts';
import { conversationOf } from './model/conversation-store.ts';
import { ModelFreeHelp } from './model-free-help.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { assistantTexts } from './texts.ts';
import { TurnView } from './turn-view.tsx';

/** The assistant at the edge of a page. */
export function AssistantDrawer({ place }: { readonly place?: AssistantPlace }) {
  const t = useTexts(assistantTexts);
  const { open, close } = useAssistantUrl();
  const status = useOperation('assistant:status', {});
  const store = conversationOf(place?.pipelineId);
  const begun = useSyncExternalStore(store.subscribe, () => store.get().turns.length > 0);
  if (!open) return null;
  return (
    <Drawer open onOpenChange={(stays) => stays || close()} title={t('title')} size="lg">
      <header className="as-head">
        <h2>{t('title')}</h2>
        {place && <span className="text-muted truncate">{t('about', { name: place.name })}</span>}
        <span className="flex-1" />
        {begun && <IconButton icon="plus" size="sm" label={t('fresh')} onClick={store.clear} />}
        <DialogClose asChild>
          <IconButton icon="x" size="sm" label={t('close')} />
        </DialogClose>
      </header>
      {status.data ? (
        status.data.on ? (
          <Talk status={status.data} place={place} />
        ) : (
          <ModelFreeHelp />
        )
      ) : (
        <div className="as-body">
          {status.error ? <ListFailed error={status.error} onRetry={() => void status.refetch()} /> : <Skeleton height={120} />}
        </div>
      )}
    </Drawer>
  );
}

function Talk({ status, place }: { readonly status: AssistantStatus; readonly place: AssistantPlace | undefined }) {
  const t = useTexts(assistantTexts);
  const language = useLanguage();
  const mayReadContent = useMay('content:read');
  const store = conversationOf(place?.pipelineId);
  const conversation = useSyncExternalStore(store.subscribe, store.get);
  const { turns, showEvents } = conversation;
  const answering = isAnswering(conversation);
  const surrounding = {
    language,
    ...(place
      ? { place: { pipelineId: place.pipelineId, version: place.version, document: place.document, draft: place.draft !== undefined } }
      : {}),
  };
  const following = useEndInSight(conversation);
  return (
    <>
      <div className="as-body" role="region" aria-label={t('conversation')} aria-busy={answering} tabIndex={0} {...following}>
        {turns.length === 0 && <Beginning status={status} place={place} onAsk={(question) => void store.ask(question, surrounding)} />}
        {turns.map((turn, at) => (
          <TurnView
            key={at}
            turn={turn}
            onAgain={at === turns.length - 1 ? () => void store.again(surrounding) : undefined}
            proposal={(part, index) => (
              <ProposalCard proposal={part} draft={place?.draft} onSettled={(settled) => store.settle(at, index, settled)} />
            )}
          />
        ))}
      </div>
      <div role="status" className="ui-hidden">
        {answering ? t('answering') : turns.at(-1)?.state === 'answered' ? t('answered') : ''}
      </div>
      <div className="as-foot">
        {mayReadContent && (
          <SwitchRow
            label={t('showEvents')}
            hint={t('showEventsHint')}
            checked={showEvents}
            onChange={store.showEvents}
            disabled={answering}
          />
        )}
        <AskForm answering={answering} onAsk={(question) => void store.ask(question, surrounding)} onStop={store.stop} />
      </div>
    </>
  );
}

function Beginning({
  status,
  place,
  onAsk,
}: {
  readonly status: AssistantStatus;
  readonly place: AssistantPlace | undefined;
  readonly onAsk: (question: string) => void;
}) {
  const t = useTexts(assistantTexts);
  const suggestions = place
    ? (['suggestExplain', 'suggestProblems', 'suggestReduce'] as const)
    : (['suggestHealth', 'suggestListeners', 'suggestStart'] as const);
  return (
    <div className="as-begin">
      <h3>{t('empty')}</h3>
      <p className="text-muted">{t(place ? (place.draft ? 'emptyEditor' : 'emptyViewer') : 'emptyPage')}</p>
      <div className="as-suggest">
        {suggestions.map((key) => (
          <Button key={key} size="sm" onClick={() => onAsk(t(key))}>
            {t(key)}
          </Button>
        ))}
      </div>
      <p className="ui-hint">{t('sentTo', { model: status.model, host: status.host })}</p>
    </div>
  );
}

/** What comes last stays in sight while it grows, until a person scrolls back. */
function useEndInSight(conversation: unknown) {
  const body = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const { current } = body;
    if (current && follows.current) current.scrollTop = current.scrollHeight;
  }, [conversation]);
  const onScroll = () => {
    const { current } = body;
    if (current) follows.current = current.scrollHeight - current.scrollTop - current.clientHeight < nearPx;
  };
  return { ref: body, onScroll };
}

const nearPx = 40;
