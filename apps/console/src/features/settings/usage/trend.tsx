import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { usageTexts } from './texts.ts';

/** A change against the range before; a dash when there was nothing to compare with. */
export function Trend({ change }: { readonly change: number | undefined }) {
  const t = useTexts(usageTexts);
  const format = useFormat();
  if (change === undefined) return <span className="text-faint">—</span>;
  return (
    <span className="ui-delta ui-num ui-c-neutral">
      <span aria-hidden>{change > 0 ? '▲' : change < 0 ? '▼' : '='}</span> {format.percent(Math.abs(change))}
      <span className="ui-hidden"> {change >= 0 ? t('up') : t('down')}</span>
    </span>
  );
}
