import { lazy, Suspense } from 'react';
import { Button } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { labelTexts } from './texts.ts';
import { useLabelAddress } from './use-label-address.ts';

const LabelDialog = lazy(() => import('./label-dialog.tsx').then((module) => ({ default: module.LabelDialog })));

/** Changes the label a pipeline starts from, or makes another for its listener, without leaving the page. */
export function LabelButtons({
  listenerId,
  labelId,
  onMade,
}: {
  readonly listenerId: string;
  readonly labelId: string;
  /** A new label is there. */
  readonly onMade: (labelId: string) => void;
}) {
  const t = useTexts(labelTexts);
  const [opened, open] = useLabelAddress();
  const mayCreate = useMay('label:create');
  const mayUpdate = useMay('label:update');
  const { data: listener } = useOperation('listeners:find', { id: listenerId }, { enabled: opened !== undefined });
  const { data: labels } = useOperation('labels:list', { listenerId });
  const own = labels?.find((label) => label.id === labelId && !label.builtIn);
  const editing = labels?.find((label) => label.id === opened && !label.builtIn);
  return (
    <div className="flex flex-wrap gap-2">
      {own && mayUpdate && (
        <Button size="sm" icon="settings" onClick={() => open(own.id)}>
          {t('changeLabel', { name: own.name })}
        </Button>
      )}
      {mayCreate && (
        <Button size="sm" variant="ghost" icon="plus" onClick={() => open('new')}>
          {t('addLabel')}
        </Button>
      )}
      {listener && ((opened === 'new' && mayCreate) || (editing && mayUpdate)) && (
        <Suspense>
          <LabelDialog
            key={opened}
            listener={listener}
            label={editing}
            onClose={() => open(undefined)}
            onSaved={(saved) => editing === undefined && onMade(saved.id)}
          />
        </Suspense>
      )}
    </div>
  );
}
