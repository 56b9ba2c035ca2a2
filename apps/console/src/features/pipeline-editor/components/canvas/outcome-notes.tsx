import type { PipelineNode } from '@acequia/pipeline';
import { classNames, Icon, Popover } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { LiveNode } from '../../model/live-store.ts';
import { filterCounts } from '../../model/filter-counts.ts';
import { outcomesOf, type Outcome } from '../../model/outcomes.ts';
import { editorTexts } from '../../texts.ts';
import { useServices } from '../editor-context.ts';
import { reasonText } from '../end-text.ts';
import { FilterNote } from './filter-note.tsx';

/** What ends at a step now; a click tells why, and leads to what can be looked at. A filter says both of its ways. */
export function OutcomeNotes({ node, live }: { readonly node: PipelineNode; readonly live: LiveNode | undefined }) {
  const filter = filterCounts(node, live);
  const outcomes = outcomesOf(live && filter ? { ...live, filtered: 0 } : live);
  return (
    <>
      {filter && <FilterNote counts={filter} />}
      {outcomes.map((outcome) => (
        <OutcomeNote key={outcome.name} node={node.id} outcome={outcome} />
      ))}
    </>
  );
}

function OutcomeNote({ node, outcome }: { readonly node: string; readonly outcome: Outcome }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const { pipelineId } = useServices();
  const words = t(`${outcome.name}Here`, { rate: format.compact(outcome.eventsPerSecond) });
  return (
    <Popover
      label={words}
      trigger={
        <button type="button" className={classNames('pe-note nodrag', outcome.name !== 'filtered' && 'pe-note-bad')}>
          {outcome.name === 'rejected' && <Icon name="error" size={12} />}
          {words}
        </button>
      }
    >
      <div className="pe-reasons">
        <h3>{t(`${outcome.name}Title`)}</h3>
        <ul>
          {outcome.reasons.map(({ reason, eventsPerSecond }) => (
            <li key={reason}>
              <span>{reasonText(t, reason)}</span>
              <b className="ui-num">
                {format.compact(eventsPerSecond)} {t('eps')}
              </b>
            </li>
          ))}
        </ul>
        {outcome.name === 'rejected' && (
          <Link to="/dead-letters" search={{ pipeline: pipelineId, node }} className="ui-link">
            {t('seeLetters')}
          </Link>
        )}
      </div>
    </Popover>
  );
}
