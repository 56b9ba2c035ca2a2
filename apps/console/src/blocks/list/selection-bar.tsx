import { useState } from 'react';
import { Button, Checkbox, IconButton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { BulkActions } from './bulk.ts';
import { BulkRemoveDialog, BulkTagsDialog } from './bulk-dialogs.tsx';
import type { ListSelection } from './list-context.ts';
import type { Listed } from './list-model.ts';
import { listTexts } from './texts.ts';

/** At the foot of a list while something is chosen: how much of it, and what can be done with it. */
export function SelectionBar<T extends Listed>({
  items,
  shown,
  selection,
  actions,
}: {
  readonly items: readonly T[];
  /** As filtered now. */
  readonly shown: readonly T[];
  readonly selection: ListSelection;
  readonly actions: BulkActions<T>;
}) {
  const t = useTexts(listTexts);
  const [asking, setAsking] = useState<'tags' | 'remove'>();
  const chosen = items.filter(({ id }) => selection.chosen.has(id));
  if (chosen.length === 0) return null;
  const clear = () => selection.set([...selection.chosen], false);
  const ids = shown.map(({ id }) => id);
  const all = ids.every((id) => selection.chosen.has(id));
  const close = () => setAsking(undefined);
  return (
    <div className="list-bar" data-bottom-bar role="region" aria-label={t('selection')}>
      <Checkbox checked={all} mixed={!all} onChange={() => selection.set(ids, !all)} aria-label={t('chooseAll', { count: ids.length })} />
      <span className="font-medium" role="status">
        {t('chosen', { count: chosen.length })} <span className="ui-hint">{t('ofAll', { count: items.length })}</span>
      </span>
      <span className="list-bar-rule" />
      {actions.tags && (
        <Button variant="ghost" size="sm" icon="tag" onClick={() => setAsking('tags')}>
          {t('columnTags')}
        </Button>
      )}
      {actions.remove && (
        <Button variant="ghost" size="sm" icon="trash" className="text-danger" onClick={() => setAsking('remove')}>
          {t('remove')}
        </Button>
      )}
      <span className="list-bar-rule" />
      <IconButton icon="x" size="sm" label={t('chooseNone')} onClick={clear} />
      {asking === 'tags' && actions.tags && <BulkTagsDialog items={chosen} run={actions.tags.run} onClose={close} />}
      {asking === 'remove' && actions.remove && <BulkRemoveDialog items={chosen} {...actions.remove} onClose={close} />}
    </div>
  );
}
