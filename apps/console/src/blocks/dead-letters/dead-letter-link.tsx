import { Link } from '@tanstack/react-router';
import { Icon } from '@acequia/ui';
import { defineTexts } from '#i18n/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { refetchMs } from './use-letter-counts.ts';

const texts = defineTexts('dead-letter-link', {
  en: { open_one: '{{count}} dead letter', open_other: '{{count}} dead letters' },
  es: { open_one: '{{count}} evento fallido', open_other: '{{count}} eventos fallidos' },
});

/** How many events of a pipeline wait in the dead letters; leads to them. Nothing where there are none. */
export function DeadLetterLink({ pipelineId }: { readonly pipelineId: string }) {
  const { data } = useOperation('deadLetters:causes', {}, { enabled: useMay('dead-letter:read'), refetchMs });
  const causes = data?.causes.filter((cause) => cause.pipelineId === pipelineId) ?? [];
  return <DeadLetterCount pipelineId={pipelineId} count={causes.reduce((sum, cause) => sum + cause.count, 0)} />;
}

/** A number of dead letters of a pipeline, or of one of its steps, that is known already. */
export function DeadLetterCount({
  pipelineId,
  node,
  count,
}: {
  readonly pipelineId: string;
  readonly node?: string;
  readonly count: number;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  if (count === 0) return null;
  const words = t('open', { count });
  return (
    <Link to="/dead-letters" search={{ pipeline: pipelineId, node }} className="letters-link ui-c-danger" aria-label={words} title={words}>
      <Icon name="archive" size={12} />
      {format.compact(count)}
    </Link>
  );
}
