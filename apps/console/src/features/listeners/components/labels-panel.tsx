import { lazy, Suspense, useState } from 'react';
import { Button, Card, IconButton, Tile, Icon } from '@acequia/ui';
import { printExpression, storedExpressionSchema } from '@acequia/event';
import type { Label, Listener } from '@acequia/contract';
import { RemovalDialog } from '#blocks/removal/removal-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerTexts } from '../texts.ts';

/** Brings the language of conditions along. */
const LabelDialog = lazy(() => import('./label-dialog.tsx').then((module) => ({ default: module.LabelDialog })));

/** The labels of a listener: built-in ones first, each with its condition. */
export function LabelsPanel({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const { data: labels } = useOperation('labels:list', { listenerId: listener.id });
  const [editing, setEditing] = useState<Label | 'new'>();
  const [removing, setRemoving] = useState<Label>();
  const mayCreate = useMay('label:create');
  const mayUpdate = useMay('label:update');
  const mayDelete = useMay('label:delete');
  const remove = useCommand('labels:remove', { onSuccess: () => setRemoving(undefined) });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <p className="text-muted text-xs flex-1">{t('labelsAbout')}</p>
        {mayCreate && (
          <Button size="sm" icon="plus" onClick={() => setEditing('new')}>
            {t('addLabel')}
          </Button>
        )}
      </div>
      <Card>
        <ul>
          {(labels ?? []).map((label) => (
            <li key={label.id} className="flex items-center gap-2.5 px-3 py-2 border-b last:border-b-0">
              <Tile tone="label" size={24}>
                <Icon name="label" size={14} />
              </Tile>
              <div className="flex-1 min-w-0">
                <div className="font-medium truncate">{labelName(label, t)}</div>
                <div className="ui-hint truncate ui-mono" title={conditionText(label)}>
                  {label.builtIn ? <span className="font-sans">{t('builtIn')}</span> : conditionText(label)}
                </div>
              </div>
              {!label.builtIn && mayUpdate && (
                <IconButton icon="settings" size="sm" label={t('changeLabel', { name: label.name })} onClick={() => setEditing(label)} />
              )}
              {!label.builtIn && mayDelete && (
                <IconButton icon="trash" size="sm" label={t('removeLabel', { name: label.name })} onClick={() => setRemoving(label)} />
              )}
            </li>
          ))}
        </ul>
      </Card>
      {editing && (
        <Suspense>
          <LabelDialog listener={listener} label={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
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

/** Built-in labels have names of the language. */
export function labelName(label: Label, t: (key: 'all' | 'unlabelled') => string): string {
  if (!label.builtIn) return label.name;
  return label.id === 'unlabelled' || label.id.endsWith(':unlabelled') ? t('unlabelled') : t('all');
}

function conditionText(label: Label): string {
  const parsed = storedExpressionSchema.safeParse(label.condition);
  return parsed.success ? printExpression(parsed.data.ast) : '';
}
