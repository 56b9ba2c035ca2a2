import type { Totals } from '@acequia/contract';
import { eventAccount, type AccountEntry } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { accountTexts } from './texts.ts';

/** What came into these pipelines in a range, and what became of it: two sums that are equal, both written out. */
export function EventAccountLine({
  pipelines,
  title,
  atMs,
}: {
  readonly pipelines: readonly Totals['pipelines'][string][];
  readonly title?: string;
  /** When it was counted: beside numbers of this second it says why they differ. */
  readonly atMs?: number | undefined;
}) {
  const t = useTexts(accountTexts);
  const format = useFormat();
  const { sources, outcomes } = eventAccount(pipelines);
  return (
    <span className="ui-num" data-account>
      {title !== undefined && `${title}: `}
      <Side entries={sources} /> = <Side entries={outcomes} />
      {atMs !== undefined && <span title={format.exactly(atMs)}> · {t('asOf', { time: format.second(atMs) })}</span>}
    </span>
  );
}

function Side({ entries }: { readonly entries: readonly AccountEntry[] }) {
  const t = useTexts(accountTexts);
  const format = useFormat();
  return entries.map(({ term, count }, index) => (
    <span key={term} data-term={term} data-count={count}>
      {index > 0 && ' + '}
      {format.number(count)} {t(term)}
    </span>
  ));
}
