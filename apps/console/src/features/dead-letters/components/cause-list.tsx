import { Count } from '@acequia/ui';
import type { LetterCause } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import type { LetterSearch } from '#lib/letter-search/letter-search.ts';
import { isChosen, noCause, searchOf } from '../model/letter-filter.ts';
import { deadLetterTexts } from '../texts.ts';
import type { useNames } from './use-names.ts';
import { useReason } from './use-reason.ts';

/** Open letters in groups; one of them, or all, is shown beside. */
export function CauseList({
  causes,
  search,
  names,
  onSearch,
}: {
  readonly causes: readonly LetterCause[];
  readonly search: LetterSearch;
  readonly names: ReturnType<typeof useNames>;
  readonly onSearch: (next: LetterSearch) => void;
}) {
  const t = useTexts(deadLetterTexts);
  const format = useFormat();
  const reason = useReason();
  const all = search.code === undefined && search.pipeline === undefined && search.listener === undefined && search.node === undefined;
  return (
    <nav className="letters-causes" aria-label={t('causes')}>
      <button type="button" className="letters-cause letters-cause-all" aria-pressed={all} onClick={() => onSearch(noCause)}>
        {t('allCauses')}
        <Count>{format.number(causes.reduce((sum, { count }) => sum + count, 0))}</Count>
      </button>
      {causes.map((cause) => (
        <button
          type="button"
          key={JSON.stringify(searchOf(cause))}
          className="letters-cause"
          aria-pressed={isChosen(cause, search)}
          onClick={() => onSearch(searchOf(cause))}
        >
          <span className="flex items-start gap-2">
            <span className="flex-1 min-w-0 font-medium line-clamp-2">{reason(cause).title}</span>
            <Count>{format.number(cause.count)}</Count>
          </span>
          <span className="ui-hint truncate block">
            {names.source(cause)} · {names.step(cause)}
          </span>
          <span className="ui-hint flex gap-2">
            <span className="ui-mono truncate flex-1">{cause.code}</span>
            <span className="whitespace-nowrap">{t('last', { when: format.ago(cause.lastAt) })}</span>
          </span>
        </button>
      ))}
    </nav>
  );
}
