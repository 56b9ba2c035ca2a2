import { useState, type ReactNode } from 'react';
import { ConfirmDialog, Field, Note, ProgressBar, TagsInput, toast } from '@acequia/ui';
import { tagFits, tagsMax } from '#blocks/metadata/metadata-faults.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { runEach, tagsAfter, type BulkOutcome } from './bulk.ts';
import type { Listed } from './list-model.ts';
import { listTexts } from './texts.ts';

interface BulkDialogProps<T extends Listed> {
  readonly items: readonly T[];
  readonly title: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly doneText: (count: number) => string;
  readonly run: (item: T) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks, does it thing by thing with its progress, and stays open for what failed, with the reasons. */
function BulkDialog<T extends Listed>({ items, doneText, run, onClose, children, disabled = false, ...words }: BulkDialogProps<T>) {
  const t = useTexts(listTexts);
  const [progress, setProgress] = useState<number>();
  const [outcome, setOutcome] = useState<BulkOutcome<T>>();
  const rest = outcome?.failed.map(({ item }) => item) ?? items;
  const start = async () => {
    setProgress(0);
    const next = await runEach(rest, run, toOperationError, setProgress);
    setProgress(undefined);
    setOutcome(next);
    if (next.done.length > 0) toast({ title: doneText(next.done.length) });
    if (next.failed.length === 0) onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || progress !== undefined || onClose()}
      {...words}
      cancel={t('cancel')}
      loading={progress !== undefined}
      disabled={disabled}
      onConfirm={() => void start()}
    >
      {!outcome && children}
      {progress !== undefined && (
        <ProgressBar value={progress / rest.length} label={t('bulkProgress', { done: progress, count: rest.length })} />
      )}
      {outcome && outcome.failed.length > 0 && (
        <Note tone="danger" title={t('bulkFailed', { count: outcome.failed.length })}>
          <ul className="max-h-48 overflow-auto">
            {outcome.failed.map(({ item, error }) => (
              <li key={item.id}>
                {item.name}: {describeError(error).title} ({error.code})
              </li>
            ))}
          </ul>
        </Note>
      )}
    </ConfirmDialog>
  );
}

/** Names all of them, and what happens to what uses them. */
export function BulkRemoveDialog<T extends Listed>({
  items,
  consequence,
  run,
  onClose,
}: {
  readonly items: readonly T[];
  readonly consequence?: (item: T) => string | undefined;
  readonly run: (item: T) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const t = useTexts(listTexts);
  return (
    <BulkDialog
      items={items}
      title={t('bulkRemove', { count: items.length })}
      confirm={t('remove')}
      danger
      doneText={(count) => t('bulkRemoved', { count })}
      run={run}
      onClose={onClose}
    >
      <p className="text-muted mb-2">{t('noWayBack')}</p>
      <ul className="max-h-60 overflow-auto">
        {items.map((item) => (
          <li key={item.id} className="flex gap-2 leading-7">
            <span className="truncate">{item.name}</span>
            <span className="ui-hint ml-auto whitespace-nowrap">{consequence?.(item)}</span>
          </li>
        ))}
      </ul>
    </BulkDialog>
  );
}

/** Gives tags to all of them, and takes away those that some have. */
export function BulkTagsDialog<T extends Listed>({
  items,
  run,
  onClose,
}: {
  readonly items: readonly T[];
  readonly run: (item: T, tags: readonly string[]) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const t = useTexts(listTexts);
  const [add, setAdd] = useState<readonly string[]>([]);
  const had = [...new Set(items.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
  const [kept, setKept] = useState<readonly string[]>(had);
  const drop = had.filter((tag) => !kept.includes(tag));
  const unfit = add.some((tag) => !tagFits(tag));
  const full = items.filter(({ tags }) => tagsAfter(tags, add, drop).length > tagsMax);
  return (
    <BulkDialog
      items={items}
      title={t('bulkTags', { count: items.length })}
      confirm={t('apply')}
      disabled={unfit || (add.length === 0 && drop.length === 0)}
      doneText={(count) => t('bulkTagged', { count })}
      run={(item) => run(item, tagsAfter(item.tags, add, drop))}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {full.length > 0 && (
          <Note tone="warning" title={t('tagsFull', { count: full.length, max: tagsMax })}>
            <ul className="max-h-48 overflow-auto">
              {full.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          </Note>
        )}
        <Field label={t('tagsToAdd')} hint={t('tagsToAddHint')}>
          {(control) => <TagsInput {...control} value={add} onChange={setAdd} invalid={(tag) => !tagFits(tag)} />}
        </Field>
        {had.length > 0 && (
          <Field label={t('tagsNow')} hint={t('tagsNowHint')}>
            {(control) => <TagsInput {...control} value={kept} onChange={(next) => setKept(next.filter((tag) => had.includes(tag)))} />}
          </Field>
        )}
      </div>
    </BulkDialog>
  );
}
