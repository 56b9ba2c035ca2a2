import './destinations.css';
import { Link } from '@tanstack/react-router';
import { Card, Dot } from '@acequia/ui';
import type { Datasink, Totals } from '@acequia/contract';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { titleOf } from '#blocks/components/cards.ts';
import { EventAccountLine } from '#blocks/event-account/event-account-line.tsx';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { RetryDelivery } from '#blocks/object-state/retry-delivery.tsx';
import { StateChip } from '#blocks/object-state/state-chip.tsx';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { objectStateTexts } from '#blocks/object-state/texts.ts';
import { SizeBasis, SizeChange } from '#blocks/size-change/size-change.tsx';
import { sizeTexts } from '#blocks/size-change/texts.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { destinationsOf, type Destination } from '../model/destinations.ts';
import { homeTexts } from '../texts.ts';

/** By data sink, its state, what entered its pipelines and what became of it; the sum is written out below. */
export function Destinations({
  totals,
  datasinks,
  excluded,
}: {
  readonly totals: Totals | undefined;
  readonly datasinks: readonly Datasink[];
  /** Datasinks that no total counts. */
  readonly excluded: readonly string[];
}) {
  const t = useTexts(homeTexts);
  const ts = useTexts(sizeTexts);
  const to = useTexts(objectStateTexts);
  const frame = useLiveFrame();
  const all = totals ? destinationsOf(totals, frame, datasinks) : [];
  if (all.length === 0) return null;
  const widest = Math.max(...all.map(({ way }) => Math.max(way.enteredBytes, way.deliveredBytes)));
  const lost = (['dropped', 'expired'] as const).filter((outcome) => all.some((one) => one[outcome] > 0));
  return (
    <Card className="overflow-hidden" data-tour="destinations">
      <header className="flex items-center gap-3 px-3.5 h-9 border-b">
        <h2 className="font-medium flex-1">{t('destinations')}</h2>
        <span className="ui-hint flex items-center gap-1.5">
          <Dot tone="in" /> {t('in')} <Dot tone="out" /> {t('out')}
        </span>
      </header>
      <div className="overflow-x-auto">
        <table className="ui-table reach-table" aria-label={t('destinations')}>
          <thead>
            <tr>
              <th scope="col">{t('datasink')}</th>
              <th scope="col">{to('head')}</th>
              <th scope="col">{ts('enteredDelivered')}</th>
              <th scope="col">{ts('difference')}</th>
              {(['delivered', 'waiting', 'rejected', ...lost] as const).map((outcome) => (
                <th key={outcome} scope="col" className="ui-right">
                  {t(outcome)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((one) => (
              <DestinationRow key={one.datasink.id} one={one} widest={widest} lost={lost} excluded={excluded.includes(one.datasink.id)} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="reach-sum">
        <EventAccountLine pipelines={Object.values(totals?.pipelines ?? {})} title={t('all')} atMs={totals?.at} />
        <span>{t('basisNote')}</span>
      </p>
    </Card>
  );
}

function DestinationRow({
  one: { datasink, way, waitingBytes, ...counts },
  widest,
  lost,
  excluded,
}: {
  readonly one: Destination;
  readonly widest: number;
  readonly lost: readonly ('dropped' | 'expired')[];
  readonly excluded: boolean;
}) {
  const t = useTexts(homeTexts);
  const ts = useTexts(sizeTexts);
  const format = useFormat();
  const language = useLanguage();
  const share = (bytes: number) => ({ width: widest > 0 && bytes > 0 ? `max(2px, ${(100 * bytes) / widest}%)` : 0 });
  return (
    <tr data-datasink={datasink.id}>
      <td>
        <span className="flex items-center gap-2.5">
          <ComponentTile kind="datasink" id={datasink.component} size={20} />
          <span className="min-w-0">
            <Link to="/datasinks/$datasinkId" params={{ datasinkId: datasink.id }} className="font-medium hover:underline">
              {datasink.name}
            </Link>
            <span className="block ui-hint truncate">
              {titleOf('datasink', datasink.component, language)}
              {excluded && ` · ${t('notCounted')}`}
            </span>
          </span>
        </span>
      </td>
      <td className="reach-state">
        <span className="flex items-center gap-2 flex-wrap">
          <StateChip status={datasink.status} />
          <RetryDelivery datasink={datasink} />
        </span>
        <StateReason status={datasink.status} className="line-clamp-2 whitespace-normal" />
      </td>
      <td>
        <span className="flex items-center gap-4">
          <span className="reach-bars" aria-hidden>
            <span className="ui-c-in" style={share(way.enteredBytes)} />
            <span className="ui-c-out" style={share(way.deliveredBytes)} />
          </span>
          {way.entered > 0 ? (
            <span>
              <SizeBasis way={way} />
              <span className="block ui-hint ui-num whitespace-nowrap">
                {ts('events', {
                  count: way.delivered,
                  entered: format.compact(way.entered),
                  delivered: format.compact(way.delivered),
                })}
              </span>
            </span>
          ) : (
            <span className="text-faint">—</span>
          )}
        </span>
      </td>
      <td className="reach-difference">
        <SizeChange way={way} />
      </td>
      {(['delivered', 'waiting', 'rejected', ...lost] as const).map((outcome) => {
        const count = counts[outcome];
        return (
          <td key={outcome} className="ui-right ui-num" data-outcome={outcome} data-count={count}>
            <span title={format.number(count)}>{format.compact(count)}</span>
            {outcome === 'waiting' && count > 0 && <WaitingHint bytes={waitingBytes} oldestAt={datasink.status.oldestAt} />}
          </td>
        );
      })}
    </tr>
  );
}

/** How much waits, and since when the first of it. */
function WaitingHint({ bytes, oldestAt }: { readonly bytes: number; readonly oldestAt: number | null }) {
  const t = useTexts(homeTexts);
  const format = useFormat();
  const { value, unit } = format.bytes(bytes);
  return (
    <span className="block ui-hint">
      {`${value} ${unit}`}
      {oldestAt !== null && <span className="reach-oldest">{`, ${t('oldest', { when: format.ago(oldestAt) })}`}</span>}
    </span>
  );
}
