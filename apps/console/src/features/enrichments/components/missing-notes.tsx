import { Note } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { enrichmentTexts } from '../texts.ts';

/** Workers on which a version is not in force yet, each with why and what to do. */
export function MissingNotes({ missing }: Pick<Lookup, 'missing'>) {
  const t = useTexts(enrichmentTexts);
  const reasonText = useReasonText();
  return missing.map(({ worker, version, reason, since }) => (
    <div key={worker} role="status">
      <Note tone="warning" title={t('notInForce', { version: version ?? '–', worker })}>
        {reasonText(reason)}{' '}
        <span className="text-muted">
          <TimeAgo atMs={since} />
        </span>
      </Note>
    </div>
  ));
}
