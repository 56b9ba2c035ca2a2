import { lazy, Suspense, useState } from 'react';
import { Button, Card, Icon, IconButton, Tile } from '@acequia/ui';
import type { Label, LabelCounts, Listener } from '@acequia/contract';
import { HiddenContentNote } from '#blocks/content/hidden-content.tsx';
import { RemovalDialog } from '#blocks/removal/removal-dialog.tsx';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { conditionText, labelName } from './label-name.ts';
import { LabelOverlaps } from './label-overlaps.tsx';
import { labelTexts } from './texts.ts';
import { useLabelAddress } from './use-label-address.ts';

/** Brings the language of conditions along. */
const LabelDialog = lazy(() => import('./label-dialog.tsx').then((module) => ({ default: module.LabelDialog })));

const countsEveryMs = 5000;

/** The labels of a listener, built-in ones first, each with its condition and what it takes; which of them take the same events. */
export function LabelsPanel({ listener }: { readonly listener: Listener }) {
  const t = useTexts(labelTexts);
  const { data: labels } = useOperation('labels:list', { listenerId: listener.id });
  const { data: counts } = useOperation('labels:counts', { listenerId: listener.id }, { refetchMs: countsEveryMs, keepPrevious: true });
  const frame = useLiveFrame();
  const [opened, open] = useLabelAddress();
  const [removing, setRemoving] = useState<Label>();
  const mayCreate = useMay('label:create');
  const mayUpdate = useMay('label:update');
  const mayDelete = useMay('label:delete');
  const mayReadContent = useMay('content:read');
  const remove = useCommand('labels:remove', { onSuccess: () => setRemoving(undefined) });
  const editing = labels?.find((label) => label.id === opened && !label.builtIn);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <p className="text-muted text-xs flex-1">{t('about')}</p>
        {mayCreate && (
          <Button size="sm" icon="plus" onClick={() => open('new')}>
            {t('addLabel')}
          </Button>
        )}
      </div>
      <Card>
        <ul>
          {(labels ?? []).map((label) => (
            <LabelRow
              key={label.id}
              label={label}
              counts={counts}
              received={frame && (frame.listeners[listener.id]?.received.events ?? 0)}
              {...(mayUpdate && !label.builtIn ? { onEdit: () => open(label.id) } : {})}
              {...(mayDelete && !label.builtIn ? { onRemove: () => setRemoving(label) } : {})}
            />
          ))}
        </ul>
      </Card>
      {labels &&
        labels.filter(({ builtIn }) => !builtIn).length > 1 &&
        (mayReadContent ? <LabelOverlaps listenerId={listener.id} labels={labels} /> : <HiddenContentNote />)}
      {((opened === 'new' && mayCreate) || (editing && mayUpdate)) && (
        <Suspense>
          <LabelDialog key={opened} listener={listener} label={editing} onClose={() => open(undefined)} />
        </Suspense>
      )}
      {removing && (
        <RemovalDialog
          name={removing.name}
          usedBy={removing.usedBy}
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id: removing.id, confirmUsed: removing.usedBy.length > 0 })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}

/** Events a label took within the time of the counts. */
function takenBy({ id }: Label, counts: LabelCounts): number {
  if (id === 'all') return counts.decoded;
  return id === 'unlabelled' ? counts.unlabelled : (counts.matched[id] ?? 0);
}

function LabelRow({
  label,
  counts,
  received,
  onEdit,
  onRemove,
}: {
  readonly label: Label;
  readonly counts: LabelCounts | undefined;
  /** Events per second of the listener now. */
  readonly received: number | undefined;
  readonly onEdit?: () => void;
  readonly onRemove?: () => void;
}) {
  const t = useTexts(labelTexts);
  const format = useFormat();
  const taken = counts && takenBy(label, counts);
  const failed = counts?.failed[label.id] ?? 0;
  const share = counts && counts.decoded > 0 && taken !== undefined ? taken / counts.decoded : undefined;
  const rate =
    label.id === 'all' || received === 0 ? received : received !== undefined && share !== undefined ? received * share : undefined;
  return (
    <li className="flex items-center gap-2.5 px-3 py-2 border-b last:border-b-0">
      <Tile tone="label" size={24}>
        <Icon name="label" size={14} />
      </Tile>
      <div className="flex-1 min-w-0">
        <div className="font-medium truncate">
          {labelName(label, t)}
          {label.usedBy.length > 0 && (
            <span className="ui-hint font-normal ml-2">{t('usedBy', { names: label.usedBy.map(({ name }) => name).join(', ') })}</span>
          )}
        </div>
        <div className="ui-hint truncate ui-mono" title={conditionText(label)}>
          {label.builtIn ? <span className="font-sans">{t('builtIn')}</span> : conditionText(label)}
        </div>
        {failed > 0 && (
          <div className="text-xs text-warning flex items-center gap-1">
            <Icon name="warning" size={12} />
            {t('failing', { count: failed })}
          </div>
        )}
      </div>
      <div className="text-right shrink-0" title={t('rate')}>
        <Eps value={rate} unit />
        {share !== undefined && <div className="ui-hint">{t('share', { percent: format.percent(share) })}</div>}
      </div>
      {onEdit && <IconButton icon="settings" size="sm" label={t('changeLabel', { name: label.name })} onClick={onEdit} />}
      {onRemove && <IconButton icon="trash" size="sm" label={t('removeLabel', { name: label.name })} onClick={onRemove} />}
    </li>
  );
}
