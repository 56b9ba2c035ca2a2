import type { Pipeline, Version } from '@acequia/contract';
import type { PipelineNode, PipelineTest } from '@acequia/pipeline';
import { IconButton, Skeleton, Tabs, type TabSpec } from '@acequia/ui';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { HiddenContent } from '#blocks/content/hidden-content.tsx';
import { useTexts } from '#i18n/index.ts';
import { useMay } from '#lib/session/index.ts';
import { runningVersion } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';
import { StepPicker } from './step-picker.tsx';
import { PreviewTab } from '../preview/preview-tab.tsx';
import { testingTexts } from '../testing/texts.ts';
import { useDebugTest } from '../testing/use-debug-test.ts';
import { testingTabs, useTestingUrl } from '../testing/use-testing-url.ts';
import { useDockTab, type DockTab } from './use-dock-tab.ts';

const DebugTab = lazy(() => import('../testing/debug-tab.tsx').then((module) => ({ default: module.DebugTab })));
const TestsTab = lazy(() => import('../testing/tests-tab.tsx').then((module) => ({ default: module.TestsTab })));
const ShadowTab = lazy(() => import('../testing/shadow-tab.tsx').then((module) => ({ default: module.ShadowTab })));
const XrayTab = lazy(() => import('../xray/xray-tab.tsx').then((module) => ({ default: module.XrayTab })));

export interface DockTabsProps {
  /** The selected step, when it is the only one. */
  readonly node: PipelineNode | undefined;
  readonly pipeline: Pipeline;
  readonly versions: readonly Version[];
  /** `Main`, or the published version that is shown. */
  readonly shown: string;
  /** Nothing can be changed. */
  readonly readOnly: boolean;
  /** Saves what is not saved; the revision of the draft, or undefined. */
  readonly flush: () => Promise<number | undefined>;
  /** Whether there is room for more than the tabs. */
  readonly open: boolean;
  /** Whether it is to be open as soon as there is something to show. */
  readonly wanted: boolean;
  readonly onToggle: () => void;
  readonly onChoose: (tab: DockTab) => void;
}

/**
 * The preview of the selected step, what tries the pipeline before it runs, and the way of one event. Results of tests stay while the
 * editor is open.
 */
export function DockTabs({ node, pipeline, versions, shown, readOnly, flush, open, wanted, onToggle, onChoose }: DockTabsProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(testingTexts);
  const { tab, event, leaveXray } = useDockTab();
  const { edit } = useTestingUrl();
  const [begun, setBegun] = useState<PipelineTest>();
  const debug = useDebugTest();
  const mayReadContent = useMay('content:read');
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const content: Readonly<Record<DockTab, () => ReactNode>> = {
    preview: () => node && <PreviewTab node={node} tools={tools} />,
    debug: () => (
      <DebugTab
        debug={debug}
        pipelineId={pipeline.id}
        shown={shown}
        readOnly={readOnly}
        onSave={(test) => {
          setBegun(test);
          edit('new');
        }}
      />
    ),
    tests: () => <TestsTab pipelineId={pipeline.id} shown={shown} readOnly={readOnly} flush={flush} begun={begun} />,
    shadow: () => <ShadowTab pipelineId={pipeline.id} running={runningVersion(versions)?.version} readOnly={readOnly} flush={flush} />,
    xray: () => event && <XrayTab pipelineId={pipeline.id} event={{ ...event, version: event.version ?? shown }} onLeave={leaveXray} />,
  };
  const tabOf = (value: DockTab, label: string): TabSpec<DockTab> => ({
    value,
    label,
    content: open && (
      <Suspense fallback={<Skeleton height={60} />}>
        {/* Of a shadow run the figures are shown all the same. */}
        {!mayReadContent && value !== 'shadow' ? (
          <HiddenContent />
        ) : value === 'preview' ? (
          content.preview()
        ) : (
          <div className="pe-dock-page">{content[value]()}</div>
        )}
      </Suspense>
    ),
  });
  return (
    <Tabs
      className="pe-dock-tabs"
      label={t('dock')}
      value={tab}
      onChange={onChoose}
      tabs={[
        tabOf('preview', t('preview')),
        ...testingTabs.map((value) => tabOf(value, words(`tab.${value}`))),
        ...(event ? [tabOf('xray', t('xray'))] : []),
      ]}
      aside={
        <>
          {tab === 'preview' && node === undefined && <span className="pe-quiet truncate">{t('dockNoStep')}</span>}
          {tab === 'preview' && <StepPicker node={node} />}
          <span className="pe-dock-tools" ref={setTools} />
          <IconButton
            icon={wanted ? 'chevron-down' : 'chevron-up'}
            size="sm"
            label={t(wanted ? 'dockClose' : 'dockOpen')}
            aria-expanded={open}
            onClick={onToggle}
          />
        </>
      }
    />
  );
}
