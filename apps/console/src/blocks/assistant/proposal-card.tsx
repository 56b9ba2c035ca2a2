import { Button, Card, Status } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { AssistantPlace } from './assistant-place.ts';
import type { Part } from './model/conversation.ts';
import { assistantTexts } from './texts.ts';

/** Changes that the assistant proposes: what they would do, and the person's choice. */
export function ProposalCard({
  proposal,
  draft,
  onSettled,
}: {
  readonly proposal: Extract<Part, { type: 'proposal' }>;
  readonly draft: AssistantPlace['draft'];
  readonly onSettled: (settled: 'applied' | 'discarded') => void;
}) {
  const t = useTexts(assistantTexts);
  const { settled, title } = proposal;
  const look = settled === undefined ? draft?.look(proposal) : undefined;
  return (
    <Card className="as-proposal" aria-label={t('proposal')}>
      <h4>{title}</h4>
      {settled !== undefined && (
        <Status tone={settled === 'applied' ? 'success' : 'neutral'} shape={settled === 'applied' ? 'dot' : 'ring'}>
          {t(settled)}
        </Status>
      )}
      {settled === undefined && !draft && <p className="text-muted">{t('elsewhere')}</p>}
      {look?.view}
      {look && (
        <div className="as-choice">
          <Button size="sm" variant="primary" disabled={!look.fits} onClick={() => draft?.apply(proposal) && onSettled('applied')}>
            {t('apply')}
          </Button>
          <Button size="sm" onClick={() => onSettled('discarded')}>
            {t('discard')}
          </Button>
        </div>
      )}
    </Card>
  );
}
