import { CopyButton, Count, Icon, IconButton, Menu, MenuItem, MenuRule, Tabs, Tile } from '@acequia/ui';
import { useMemo } from 'react';
import { copyText } from '@acequia/ui';
import { ComponentIcon } from '#blocks/component-icon.tsx';
import { HiddenContent } from '#blocks/content/hidden-content.tsx';
import { StateChip } from '#blocks/object-state/state-chip.tsx';
import { useTexts } from '#i18n/index.ts';
import { useMay } from '#lib/session/index.ts';
import type { PipelineNode } from '@acequia/pipeline';
import { toneOf } from '../../model/tone.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { StepEditorsLine } from '../presence/step-editors.tsx';
import { useStepStatus } from '../step-states.ts';
import { ConfigurationTab } from './configuration-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { LabelTab } from './label-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import type { PanelTab } from './panel-tabs.ts';
import { PortsTab } from './ports-tab.tsx';

export interface SidePanelProps {
  readonly node: PipelineNode;
  readonly tab: PanelTab;
  readonly onTabChange: (tab: PanelTab) => void;
  /** Required fields that are empty are marked only after a person asked for the problems. */
  readonly strict: boolean;
  readonly running: boolean;
}

/** All about the selected step. */
export function SidePanel({ node, tab, onTabChange, strict, running }: SidePanelProps) {
  const t = useTexts(editorTexts);
  const view = useView();
  const text = view.text(node.id);
  const tone = toneOf(node, view.catalogue);
  const status = useStepStatus(node);
  const mayReadContent = useMay('content:read');
  const links = useMemo(() => view.document.links.filter((link) => link.from.node === node.id).length, [view, node.id]);
  const version = node.kind === 'label' ? '' : ` ${node.version}`;
  return (
    <aside className="pe-panel" aria-label={t('panel')} data-own-keys>
      <header>
        <Tile tone={tone}>
          {node.kind === 'label' ? <Icon name="label" /> : <ComponentIcon kind={node.kind} id={node.component} size={16} />}
        </Tile>
        <div className="pe-panel-name">
          <h2 title={text.title}>{text.title}</h2>
          <p>
            {text.component}
            {version}
          </p>
        </div>
        {status && <StateChip status={status} />}
        <NodeMenu node={node} />
        <CloseButton />
      </header>
      <StepEditorsLine node={node.id} />
      <Tabs
        className="pe-panel-tabs"
        label={t('panelTabs')}
        value={tab}
        onChange={onTabChange}
        tabs={[
          {
            value: 'configuration',
            label: t('tabConfiguration'),
            content: node.kind === 'label' ? <LabelTab node={node} /> : <ConfigurationTab key={node.id} node={node} strict={strict} />,
          },
          {
            value: 'ports',
            label: (
              <>
                {t('tabPorts')} <Count>{links}</Count>
              </>
            ),
            content: <PortsTab node={node} />,
          },
          {
            value: 'events',
            label: t('tabEvents'),
            content: mayReadContent ? <EventsTab key={node.id} node={node} running={running} /> : <HiddenContent />,
          },
          { value: 'notes', label: t('tabNotes'), content: <NotesTab key={node.id} node={node} /> },
        ]}
      />
    </aside>
  );
}

function NodeMenu({ node }: { readonly node: PipelineNode }) {
  const t = useTexts(editorTexts);
  const { actions, readOnly } = useServices();
  return (
    <>
      <CopyButton text={node.id} what="id" label={t('copyId')} />
      <Menu trigger={<IconButton icon="more" size="sm" label={t('more')} />}>
        {!readOnly && (
          <MenuItem icon="plus" disabled={node.kind === 'label'} onSelect={() => actions.duplicate()}>
            {t('duplicate')}
          </MenuItem>
        )}
        <MenuItem
          icon="copy"
          onSelect={() => {
            const copied = actions.copy();
            if (copied !== undefined) void copyText(copied);
          }}
        >
          {t('copy')}
        </MenuItem>
        {!readOnly && (
          <>
            <MenuRule />
            <MenuItem icon="trash" danger onSelect={() => actions.removeSelected()}>
              {t('remove')}
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  );
}

function CloseButton() {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  return <IconButton icon="x" size="sm" label={t('closePanel')} onClick={() => actions.selectNode(undefined)} />;
}
