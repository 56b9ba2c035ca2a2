import './destinations.css';
import { Link } from '@tanstack/react-router';
import { Card, Dot } from '@acequia/ui';
import type { Datasink, Totals } from '@acequia/contract';
import { sizeDifference } from '@acequia/domain';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { titleOf } from '#blocks/components/cards.ts';
import { EventAccountLine } from '#blocks/event-account/event-account-line.tsx';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { SizeBasis, SizeChange } from '#blocks/size-change/size-change.tsx';
import { sizeTexts } from '#blocks/size-change/texts.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { destinationsOf, type Destination } from '../model/destinations.ts';
import { homeTexts } from '../texts.ts';

/** By data sink, what entered its pipelines and what became of what they sent; the sum is written out below. */
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
  const frame = useLiveFrame();
  const all = totals ? destinationsOf(totals, frame, datasinks) : [];
  if (all.length === 0) return null;
  const widest = Math.max(...all.map(({ way }) => Math.max(way.enteredBytes, sizeDifference(way).sentBytes)));
  const lost = (['dropped', 'expired'] as const).filter((outcome) => all.some((one) => one[outcome] > 0));
  return (
    <Card className="overflow-hidden">
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
              <th scope="col">{ts('enteredSent')}</th>
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
        <EventAccountLine pipelines={Object.values(totals?.pipelines ?? {})} title={t('all')} />
        <span>{t('basisNote')}</span>
      </p>
    </Card>
  );
}

function DestinationRow({
  one: { datasink, way, ...counts },
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
  const { kind, sentBytes } = sizeDifference(way);
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
      <td>
        <span className="flex items-center gap-4">
          <span className="reach-bars" aria-hidden>
            <span className="ui-c-in" style={share(way.enteredBytes)} />
            <span className="ui-c-out" style={share(sentBytes)} />
          </span>
          {way.entered > 0 ? <SizeBasis way={way} /> : <span className="text-faint">—</span>}
        </span>
      </td>
      <td>
        <SizeChange way={way} />
        {kind === 'less' && way.removed > 0 && (
          <span className="block ui-hint ui-num">{ts('filtered', { count: way.removed, shown: format.compact(way.removed) })}</span>
        )}
      </td>
      {(['delivered', 'waiting', 'rejected', ...lost] as const).map((outcome) => {
        const count = counts[outcome];
        return (
          <td key={outcome} className="ui-right ui-num" data-outcome={outcome} data-count={count}>
            <span title={format.number(count)}>{format.compact(count)}</span>
          </td>
        );
      })}
    </tr>
  );
}
