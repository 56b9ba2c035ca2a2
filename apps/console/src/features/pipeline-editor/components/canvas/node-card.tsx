import { classNames, Icon, Tile, Tooltip, toneClass } from '@acequia/ui';
import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo, use } from 'react';
import { ComponentIcon } from '#blocks/component-icon.tsx';
import { DeadLetterCount } from '#blocks/dead-letters/dead-letter-link.tsx';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { PlacedPort } from '../../model/card-shape.ts';
import type { Badge } from '../../model/editor-problems.ts';
import { lostAtErrorPort, type Rate } from '../../model/node-rates.ts';
import { inputHandle, type CardNode } from '../../model/projection.ts';
import { editorTexts } from '../../texts.ts';
import { LettersContext, useCardRate, useLiveNode, useServices } from '../editor-context.ts';
import { StepLine } from '../step-line.tsx';
import { useStepState } from '../step-states.ts';
import { StepEditors } from '../presence/step-editors.tsx';
import { portTitle } from '../port-title.ts';
import { useTaken } from '../preview/taken-ports.ts';
import { OutcomeNotes } from './outcome-notes.tsx';

/** px; places in a card are from inside of it. */
const cardBorder = 1;
/** Characters of about 6 px beside the tile. */
const roomFor = (cardWidth: number): number => Math.floor((cardWidth - 52) / 6);

/** A step on the canvas. It listens to its own numbers only, and knows nothing of the other steps. */
export const NodeCard = memo(function NodeCard({ id, data, selected }: NodeProps<CardNode>) {
  const t = useTexts(editorTexts);
  const { node, text, shape, badge, tone } = data;
  const state = useStepState(node);
  const live = useLiveNode(id);
  const rate = useCardRate(node);
  const letters = use(LettersContext).get(id) ?? 0;
  const { pipelineId } = useServices();
  const linked = new Set(data.linked.split('\n'));
  const single = shape.ports.filter((port) => port.kind !== 'error').length === 1;
  const lost = lostAtErrorPort(shape.ports, linked, live);
  return (
    <article
      className={classNames(
        'pe-card',
        toneClass(tone),
        node.kind !== 'action' && 'pe-card-short',
        selected && 'pe-card-selected',
        badge && badge.errors > 0 && 'pe-card-bad',
      )}
    >
      {node.kind !== 'label' && (
        <Handle
          type="target"
          id={inputHandle}
          position={Position.Top}
          className="pe-port pe-port-in"
          title={t('inputPort', { name: text.title })}
        />
      )}
      <header>
        <Tile tone={tone} size={24}>
          {node.kind === 'label' ? <Icon name="label" size={14} /> : <ComponentIcon kind={node.kind} id={node.component} size={14} />}
        </Tile>
        <span className="pe-card-title">{text.title}</span>
        <CardRate rate={rate} />
      </header>
      <div className="pe-card-lines">
        {text.lines.length > 0 ? (
          text.lines.map((line, index) => (
            <div key={index}>
              <StepLine kind={node.kind} state={index === 0 ? state : undefined} line={line} room={roomFor(shape.width)} />
            </div>
          ))
        ) : (
          <div className="pe-card-unset">{t('notConfigured')}</div>
        )}
      </div>
      {(badge || live?.waiting) && <CardBadge badge={badge} waiting={live?.waiting !== undefined && live.waiting !== null} />}
      {node.comment !== '' && <CardComment node={id} comment={node.comment} />}
      {letters > 0 && (
        <span className="pe-letters nodrag">
          <DeadLetterCount pipelineId={pipelineId} node={id} count={letters} />
        </span>
      )}
      <StepEditors node={id} />
      {live && (
        <div className="pe-side-notes">
          <OutcomeNotes node={node} live={lost > 0 ? { ...live, rejected: 0 } : live} />
        </div>
      )}
      {shape.ports.map((port) => (
        <CardPort
          key={port.id}
          node={id}
          port={port}
          left={port.side === 'left' && !(single && lost > 0)}
          title={portTitle(port, node, t)}
        />
      ))}
      {lost > 0 && <LostStub port={shape.ports.find((port) => port.kind === 'error')} lost={lost} />}
    </article>
  );
});

function CardRate({ rate }: { readonly rate: Rate | undefined }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  if (!rate) return null;
  const { value, unit } = format.bytes(rate.bytes);
  return (
    <span className="pe-eps" title={t('exactRate', { count: rate.events, bytes: `${value} ${unit}` })}>
      {format.compact(rate.events)}
      <small>{t('eps')}</small>
    </span>
  );
}

function CardBadge({ badge, waiting }: { readonly badge: Badge | undefined; readonly waiting: boolean }) {
  const t = useTexts(editorTexts);
  const count = (badge?.errors ?? 0) + (badge?.warnings ?? 0) + Number(waiting);
  const bad = (badge?.errors ?? 0) > 0;
  return (
    <span className={classNames('pe-badge', bad && 'pe-badge-bad')} title={t('problemsOnCard', { count })}>
      <Icon name={bad ? 'error' : 'warning'} size={12} />
      {count}
    </span>
  );
}

/** A note somebody left; it is read on hover, and edited with a click. */
function CardComment({ node, comment }: { readonly node: string; readonly comment: string }) {
  const t = useTexts(editorTexts);
  const { openNote } = useServices();
  return (
    <Tooltip text={<span className="pe-comment-text">{comment}</span>} side="left">
      <button
        type="button"
        className="pe-comment nodrag"
        aria-label={t('noteOnCard', { note: comment })}
        onClick={(event) => {
          event.stopPropagation();
          openNote(node);
        }}
      >
        <Icon name="note" size={12} />
      </button>
    </Tooltip>
  );
}

interface CardPortProps {
  readonly node: string;
  readonly port: PlacedPort;
  readonly left: boolean;
  readonly title: string;
}

function CardPort({ node, port, left, title }: CardPortProps) {
  const t = useTexts(editorTexts);
  const taken = useTaken(node, port.id);
  return (
    <>
      <Handle
        type="source"
        id={port.id}
        position={Position.Bottom}
        className={classNames('pe-port', port.kind !== 'plain' && `pe-port-${port.kind}`)}
        style={{ left: port.x - cardBorder }}
        title={t('portAbout', { port: title, kind: t(`portKind.${port.kind}`) })}
        data-taken={taken || undefined}
      />
      <span className={classNames('pe-port-name', left && 'pe-port-name-left')} style={{ left: port.x, maxWidth: port.room }} aria-hidden>
        {title}
      </span>
    </>
  );
}

/** What an error port loses while nobody reads it. */
function LostStub({ port, lost }: { readonly port: PlacedPort | undefined; readonly lost: number }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  if (!port) return null;
  return (
    <div className="pe-lost" style={{ left: port.x }}>
      <svg width="52" height="30" aria-hidden>
        <path d="M1 6 V18 Q1 24 8 24 H40" />
        <circle cx="45" cy="24" r="4" />
      </svg>
      <span className="pe-note pe-note-bad">
        <Icon name="warning" size={12} />
        {t('notLinkedHere', { rate: format.compact(lost) })}
      </span>
    </div>
  );
}
