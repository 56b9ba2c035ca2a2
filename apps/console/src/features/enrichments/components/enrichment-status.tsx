import { Status } from '@acequia/ui';
import type { Lookup, LookupVersionStatus } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { enrichmentTexts } from '../texts.ts';

const looks = {
  active: { tone: 'success', shape: 'dot', word: 'active' },
  inactive: { tone: 'neutral', shape: 'bars', word: 'inactive' },
  processing: { tone: 'warning', shape: 'ring', word: 'processing' },
  failed: { tone: 'danger', shape: 'triangle', word: 'statusFailed' },
  deleted: { tone: 'neutral', shape: 'ring', word: 'deleted' },
} as const satisfies Record<LookupVersionStatus, unknown>;

export function VersionStatus({ status }: { readonly status: LookupVersionStatus }) {
  const t = useTexts(enrichmentTexts);
  const { tone, shape, word } = looks[status];
  return (
    <Status tone={tone} shape={shape}>
      {t(word)}
    </Status>
  );
}

export function UsedBy({ lookup: { usedBy } }: { readonly lookup: Lookup }) {
  const t = useTexts(enrichmentTexts);
  return usedBy.length === 0 ? (
    <Status tone="neutral" shape="ring">
      {t('unused')}
    </Status>
  ) : (
    <Status tone="pipeline">{t('used', { count: usedBy.length })}</Status>
  );
}
