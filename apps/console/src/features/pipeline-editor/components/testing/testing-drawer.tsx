import type { Pipeline, TestResult, Version } from '@acequia/contract';
import type { PipelineTest } from '@acequia/pipeline';
import { DialogClose, Drawer, IconButton, Tabs } from '@acequia/ui';
import { useState, type ReactNode } from 'react';
import { useTexts } from '#i18n/index.ts';
import { runningVersion } from '../../model/publish-plan.ts';
import { DebugTab } from './debug-tab.tsx';
import { ShadowTab } from './shadow-tab.tsx';
import { TestsTab } from './tests-tab.tsx';
import { testingTexts } from './texts.ts';
import { useDebugTest } from './use-debug-test.ts';
import { testingTabs, useTestingUrl, type TestingTab } from './use-testing-url.ts';

export interface TestingDrawerProps {
  readonly pipeline: Pipeline;
  readonly versions: readonly Version[];
  /** `Main`, or the published version that is shown. */
  readonly shown: string;
  /** Nothing can be changed. */
  readonly readOnly: boolean;
  /** Saves what is not saved; the revision of the draft, or undefined. */
  readonly flush: () => Promise<number | undefined>;
}

/** Everything that tries the pipeline before it runs: debug test, saved tests, shadow run. Results stay until it is closed. */
export function TestingDrawer({ pipeline, versions, shown, readOnly, flush }: TestingDrawerProps) {
  const t = useTexts(testingTexts);
  const { tab, show, edit, close } = useTestingUrl();
  const [begun, setBegun] = useState<PipelineTest>();
  const [results, setResults] = useState<ReadonlyMap<string, TestResult>>(new Map());
  const debug = useDebugTest();
  if (!tab) return null;
  const content: Readonly<Record<TestingTab, ReactNode>> = {
    debug: (
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
    tests: (
      <TestsTab
        pipelineId={pipeline.id}
        shown={shown}
        readOnly={readOnly}
        flush={flush}
        begun={begun}
        results={results}
        onResults={(fresh) => setResults((known) => new Map([...known, ...fresh.map((result) => [result.id, result] as const)]))}
      />
    ),
    shadow: <ShadowTab pipelineId={pipeline.id} running={runningVersion(versions)?.version} readOnly={readOnly} flush={flush} />,
  };
  return (
    <Drawer open onOpenChange={(open) => open || close()} title={t('title', { name: pipeline.name })} size="lg">
      <header className="flex items-center gap-2 px-4 pt-3">
        <h2 className="flex-1 truncate text-[15px] font-semibold">{t('title', { name: pipeline.name })}</h2>
        <DialogClose asChild>
          <IconButton icon="x" size="sm" label={t('close')} />
        </DialogClose>
      </header>
      <Tabs
        value={tab}
        onChange={(next) => show(next, true)}
        label={t('title', { name: pipeline.name })}
        tabs={testingTabs.map((value) => ({
          value,
          label: t(`tab.${value}`),
          content: <div className="flex flex-col gap-3 p-4">{content[value]}</div>,
        }))}
      />
    </Drawer>
  );
}
