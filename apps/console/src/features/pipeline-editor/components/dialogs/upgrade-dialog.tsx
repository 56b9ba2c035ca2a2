import { applyChanges, isChangeFault, upgradeChanges, type Upgrade } from '@acequia/pipeline';
import { CheckboxRow, ConfirmDialog } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { DiffView } from './diff-view.tsx';

/** Steps whose component has a newer version: which of them, and what that changes. One undo step. */
export function UpgradeDialog({ upgrades, onClose }: { readonly upgrades: readonly Upgrade[]; readonly onClose: () => void }) {
  const t = useTexts(editorTexts);
  const view = useView();
  const { actions } = useServices();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = upgrades.filter(({ node }) => !left.has(node));
  const after = applyChanges(view.document, upgradeChanges(chosen));
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('upgradeTitle')}
      description={t('upgradeWhy')}
      cancel={t('cancel')}
      confirm={t('upgradeNow', { count: chosen.length })}
      disabled={chosen.length === 0}
      onConfirm={() => {
        actions.upgrade(chosen);
        onClose();
      }}
    >
      <div className="pe-publish">
        {upgrades.length > 1 && (
          <fieldset>
            <legend>{t('upgradeSteps')}</legend>
            {upgrades.map(({ node, from, to, major }) => (
              <CheckboxRow
                key={node}
                label={view.text(node).title}
                hint={`${view.text(node).component} ${from} → ${to}${major ? ` · ${t('upgradeMajor')}` : ''}`}
                checked={!left.has(node)}
                onChange={(checked) => {
                  const next = new Set(left);
                  if (checked) next.delete(node);
                  else next.add(node);
                  setLeft(next);
                }}
              />
            ))}
          </fieldset>
        )}
        <section>
          <h3>{t('importChanges')}</h3>
          {!isChangeFault(after) && <DiffView before={view.document} after={after} same={t('consequenceNoChange')} />}
        </section>
      </div>
    </ConfirmDialog>
  );
}
