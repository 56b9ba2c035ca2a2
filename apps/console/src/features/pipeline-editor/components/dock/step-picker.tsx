import type { PipelineNode } from '@acequia/pipeline';
import { Button, Icon, Menu, MenuItem } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { stepsInFlowOrder } from '../../model/list-rows.ts';
import { editorTexts } from '../../texts.ts';
import { revealDrawn } from '../canvas/reveal.ts';
import { useServices, useView } from '../editor-context.ts';

/** The step that the dock is about, and the way to another one without the canvas. */
export function StepPicker({ node }: { readonly node: PipelineNode | undefined }) {
  const t = useTexts(editorTexts);
  const view = useView();
  return (
    <Menu
      label={t('dockSteps')}
      trigger={
        <Button size="sm" iconEnd="chevron-down" className="pe-dock-step">
          <span>{node ? t('dockStep', { name: view.text(node.id).title }) : t('dockChooseStep')}</span>
        </Button>
      }
    >
      <Steps chosen={node?.id} />
    </Menu>
  );
}

/** Read while the menu is open only: an edit of a large document does not wait for it. */
function Steps({ chosen }: { readonly chosen: string | undefined }) {
  const { actions } = useServices();
  const view = useView();
  return stepsInFlowOrder(view.document).map(({ node }) => (
    <MenuItem
      key={node.id}
      end={node.id === chosen && <Icon name="check" size={14} />}
      onSelect={() => {
        actions.selectNode(node.id);
        revealDrawn(node.id);
      }}
    >
      <span className="truncate">{view.text(node.id).title}</span>
    </MenuItem>
  ));
}
