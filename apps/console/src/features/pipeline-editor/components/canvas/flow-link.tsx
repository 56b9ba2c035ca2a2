import { classNames, toneClass } from '@acequia/ui';
import { ViewportPortal, type EdgeProps } from '@xyflow/react';
import { createContext, memo, use, useSyncExternalStore } from 'react';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import { linkShape, linkWidth, type Point } from '../../model/link-shape.ts';
import type { Rate } from '../../model/node-rates.ts';
import type { LinkData, LinkEdge } from '../../model/projection.ts';
import { createShownPlaces } from '../../model/shown-places.ts';
import { editorTexts } from '../../texts.ts';
import { useFlowRate, useLargestRate, useLiveNode, useServices } from '../editor-context.ts';
import { useTaken } from '../preview/taken-ports.ts';

/** Where links go, and where their numbers stand. */
export const ShownPlacesContext = createContext(createShownPlaces());

/** A link: as wide as its volume, with its numbers beside it; dashes move only while events flow. */
export const FlowLink = memo(function FlowLink({ id, sourceX, sourceY, targetX, targetY, selected, data }: EdgeProps<LinkEdge>) {
  const places = use(ShownPlacesContext);
  const route = useSyncExternalStore(places.subscribe, () => places.route(id));
  if (!data) return null;
  const { path, middle } = linkShape({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, route?.corners);
  return <DrawnLink id={id} data={data} path={path} middle={middle} selected={selected === true} over={route?.over === true} />;
});

interface DrawnLinkProps {
  readonly id: string;
  readonly data: LinkData;
  readonly path: string;
  readonly middle: Point;
  readonly selected: boolean;
  /** A card lies on one of its ends: it is drawn over the cards, too. */
  readonly over: boolean;
}

function DrawnLink({ id, data, path, middle, selected, over }: DrawnLinkProps) {
  const { readOnly } = useServices();
  const rate = useFlowRate(data.from, data.link);
  const largest = useLargestRate();
  const flowing = (rate?.events ?? 0) > 0;
  const taken = useTaken(data.link.from.node, data.link.from.port);
  return (
    <g
      className={classNames(
        'pe-link',
        toneClass(data.error ? 'danger' : data.from.kind === 'label' ? 'label' : 'pipeline'),
        selected && 'pe-link-selected',
        flowing && 'pe-link-flowing',
      )}
      data-link={id}
      data-taken={taken || undefined}
    >
      <path className="pe-link-reach" d={path} />
      <path className="pe-link-body" d={path} strokeWidth={linkWidth(rate?.events ?? 0, largest)} />
      {flowing && <path className="pe-link-dashes" d={path} />}
      {rate && <LinkNumbers id={id} data={data} rate={rate} />}
      {over && <LinkOver path={path} />}
      {!readOnly && <InsertButton id={id} data={data} middle={middle} selected={selected} />}
    </g>
  );
}

/** A line over the cards, so that a card which lies on the link does not hide where it goes. */
function LinkOver({ path }: { readonly path: string }) {
  return (
    <ViewportPortal>
      <svg className="pe-link-over" aria-hidden>
        <path d={path} />
        <path d={path} />
      </svg>
    </ViewportPortal>
  );
}

/** What it carries, beside its line. */
function LinkNumbers({ id, data, rate }: { readonly id: string; readonly data: LinkData; readonly rate: Rate }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const live = useLiveNode(data.from.id);
  const places = use(ShownPlacesContext);
  const place = useSyncExternalStore(places.subscribe, () => places.label(id));
  if (!place) return null;
  const { x, y, side } = data.errorOpen && (live?.rejected ?? 0) > 0 ? place.besideLoss : place.label;
  const volume = format.bytes(rate.bytes);
  return (
    <text x={x} y={y + 4} textAnchor={side === 'left' ? 'end' : 'start'} className="pe-link-rate">
      <tspan className="pe-link-events">{`${format.compact(rate.events)} ${t('eps')}`}</tspan>
      <tspan dx="6">{`${volume.value} ${volume.unit}/s`}</tspan>
      <title>{t('exactRate', { count: rate.events, bytes: `${volume.value} ${volume.unit}` })}</title>
    </text>
  );
}

/** Chooses the link as the place of the next step. */
function InsertButton({ id, data, middle, selected }: Omit<DrawnLinkProps, 'path' | 'over'>) {
  const t = useTexts(editorTexts);
  const { actions, findStep } = useServices();
  const insert = () => {
    actions.selectLink(id);
    findStep();
  };
  return (
    <g
      className="pe-link-insert"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no button element
      role="button"
      tabIndex={selected ? 0 : -1}
      aria-label={t('insertHere', { from: data.fromName, to: data.toName })}
      transform={`translate(${middle.x} ${middle.y})`}
      onClick={(event) => {
        event.stopPropagation();
        insert();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        insert();
      }}
    >
      <circle r="12" />
      <circle r="9" />
      <path d="M-4 0H4M0-4V4" />
    </g>
  );
}
