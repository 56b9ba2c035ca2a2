import { conflictKey, type MergeConflict, type Side } from '@acequia/pipeline';
import { Button, Dialog, Note, RadioCards } from '@acequia/ui';
import { useState } from 'react';
import { describeError } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { wholeText } from '../../model/diff-lines.ts';
import { mergeDrafts } from '../../model/merge-drafts.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';
import type { DraftConflict } from '../use-draft-sync.ts';
import { useLineWords } from '../use-line-words.ts';
import { DiffView } from './diff-view.tsx';

export interface ConflictDialogProps {
  readonly savedBy: string | undefined;
  readonly conflict: DraftConflict;
  readonly onLater: () => void;
}

/** Two people changed the same: each place with both values, and whose it becomes. Nothing is lost until a person has chosen. */
export function ConflictDialog({ savedBy, conflict: { base, theirs, failure, retry, merge, takeTheirs }, onLater }: ConflictDialogProps) {
  const t = useTexts(editorTexts);
  const { document: mine } = useView();
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const conflicts = theirs ? mergeDrafts(base, mine, theirs.document).conflicts : [];
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onLater()}
      title={t('conflictTitle')}
      description={`${savedBy === undefined ? '' : `${t('conflictBy', { who: savedBy })} `}${t('conflictWhy')}`}
      footer={
        <>
          <Button variant="ghost" onClick={onLater}>
            {t('decideLater')}
          </Button>
          <Button disabled={!theirs} onClick={takeTheirs}>
            {t('takeTheirs')}
          </Button>
          <Button variant="primary" disabled={!theirs} onClick={() => merge(choices)}>
            {t('mergeBoth')}
          </Button>
        </>
      }
    >
      {failure && (
        <Note tone="danger" title={describeError(failure).title}>
          {describeError(failure).text}{' '}
          <button type="button" className="ui-link" onClick={retry}>
            {t('tryAgain')}
          </button>
        </Note>
      )}
      {theirs && (
        <div className="pe-publish">
          <ul className="pe-conflicts" aria-label={t('conflictPlaces', { count: conflicts.length })}>
            {conflicts.map((each) => (
              <Place
                key={conflictKey(each)}
                conflict={each}
                savedBy={savedBy}
                value={choices.get(conflictKey(each)) ?? 'mine'}
                onChange={(side) => setChoices(new Map(choices).set(conflictKey(each), side))}
              />
            ))}
          </ul>
          <section>
            <h3>{savedBy === undefined ? t('theirChanges') : t('changesOf', { who: savedBy })}</h3>
            <DiffView before={base} after={theirs.document} same={t('conflictSame')} />
          </section>
        </div>
      )}
    </Dialog>
  );
}

function Place({
  conflict,
  savedBy,
  value,
  onChange,
}: {
  readonly conflict: MergeConflict;
  readonly savedBy: string | undefined;
  readonly value: Side;
  readonly onChange: (side: Side) => void;
}) {
  const t = useTexts(editorTexts);
  const { step, field, value: valueText } = useLineWords();
  const view = useView();
  const node = view.node(conflict.node) ?? nodeOf(conflict);
  const name = node ? step(node) : conflict.node;
  const title = conflict.path === '' || !node ? name : `${name} · ${field(node, conflict.path)}`;
  const said = (side: unknown) =>
    conflict.path === '' ? (
      t(side === undefined ? 'conflictDeleted' : 'conflictKept')
    ) : (
      <span className="pe-conflict-value">{valueText(node, conflict.path, wholeText(side))}</span>
    );
  return (
    <li>
      <h4>{title}</h4>
      <RadioCards<Side>
        label={title}
        value={value}
        onChange={onChange}
        options={[
          { value: 'mine', label: t('yours'), description: said(conflict.mine) },
          { value: 'theirs', label: savedBy ?? t('theirs'), description: said(conflict.theirs) },
        ]}
      />
    </li>
  );
}

/** The step itself, when one side has deleted it. */
const nodeOf = ({ path, mine, theirs }: MergeConflict) =>
  path === '' ? ((mine ?? theirs) as Parameters<ReturnType<typeof useLineWords>['step']>[0]) : undefined;
