import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { FilterCounts } from '../../model/filter-counts.ts';
import { editorTexts } from '../../texts.ts';

/** What a filter step lets pass and takes out, in the running version. */
export function FilterNote({ counts: { kept, filtered, share } }: { readonly counts: FilterCounts }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const values = { kept: format.compact(kept), filtered: format.compact(filtered) };
  return (
    <span className="pe-note">
      {share === undefined ? t('filterIdle') : t('filterCounts', { ...values, share: format.percent(share) })}
    </span>
  );
}
