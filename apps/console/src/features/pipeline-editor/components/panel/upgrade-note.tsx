import type { ActionNode, DatasinkNode } from '@acequia/pipeline';
import { Button, Note } from '@acequia/ui';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';

const UpgradeDialog = lazy(() => import('../dialogs/upgrade-dialog.tsx').then((module) => ({ default: module.UpgradeDialog })));

/** The step's component has a newer version: what would change, before it does. */
export function UpgradeNote({ node }: { readonly node: ActionNode | DatasinkNode }) {
  const t = useTexts(editorTexts);
  const view = useView();
  const [open, setOpen] = useState(false);
  const upgrade = view.upgrades.find((each) => each.node === node.id);
  if (!upgrade) return null;
  return (
    <>
      <Note title={t('upgradeAvailable', { component: view.text(node.id).component, version: upgrade.to })}>
        {t(upgrade.major ? 'upgradeMajor' : 'upgradeFrom', { version: upgrade.from })}
        <div className="mt-3">
          <Button size="sm" icon="refresh" onClick={() => setOpen(true)}>
            {t('upgradeSee')}
          </Button>
        </div>
      </Note>
      <Suspense>{open && <UpgradeDialog upgrades={[upgrade]} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
