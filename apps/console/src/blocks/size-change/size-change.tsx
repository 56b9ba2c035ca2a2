import { eventsForDifference, sizeDifference, type WayToSink } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat, type Format } from '#lib/format/use-format.ts';
import { sizeTexts } from './texts.ts';

/**
 * How much less, in green, or how much more is sent to a data sink than entered its pipelines; what was rejected or lost counts as sent.
 * A dash while nothing entered.
 */
export function SizeChange({ way }: { readonly way: WayToSink | undefined }) {
  const t = useTexts(sizeTexts);
  const format = useFormat();
  const difference = way && sizeDifference(way);
  if (!difference || difference.kind === 'none') return <span className="text-faint">—</span>;
  switch (difference.kind) {
    case 'less':
      return <span className="ui-c-success ui-ink ui-num font-semibold">−{format.percent(difference.share)}</span>;
    case 'more':
      return <span className="ui-num font-semibold">+{format.percent(difference.share)}</span>;
    case 'few':
      return <Unknown text={t('few')} why={t('fewHint', { least: format.number(eventsForDifference) })} />;
    case 'open':
      return <Unknown text={t('open')} why={t('openHint')} />;
    default:
      return <span className="text-muted">{t(difference.kind)}</span>;
  }
}

const Unknown = ({ text, why }: { readonly text: string; readonly why: string }) => (
  <span className="text-muted" title={why}>
    {text}
  </span>
);

/** `12.4 GB → 4.70 GB`: what entered, and what was delivered. */
export function SizeBasis({ way }: { readonly way: WayToSink }) {
  const format = useFormat();
  const { entered, delivered } = sizesOf(way, format);
  return (
    <span className="ui-num whitespace-nowrap">
      {entered} <span className="text-muted">→</span> {delivered}
    </span>
  );
}

/** The same in words, for a hint. */
export function useSizeBasis(): (way: WayToSink, name: string) => string {
  const t = useTexts(sizeTexts);
  const format = useFormat();
  return (way, name) => t('basis', { ...sizesOf(way, format), name });
}

function sizesOf(way: WayToSink, format: Format): { readonly entered: string; readonly delivered: string } {
  const size = (bytes: number) => {
    const { value, unit } = format.bytes(bytes);
    return `${value} ${unit}`;
  };
  return { entered: size(way.enteredBytes), delivered: size(way.deliveredBytes) };
}
