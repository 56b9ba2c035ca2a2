import type { SavedTest, TestResult } from '@acequia/contract';
import type { PipelineTest } from '@acequia/pipeline';
import { Button, ConfirmDialog, IconButton, Message, Note, Skeleton, Status, toast } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { describeError, useCommand, useOperation } from '#lib/operations/index.ts';
import { TestForm } from './test-form.tsx';
import { TestFailures } from './test-failures.tsx';
import { useRunTests, useTestResults } from './test-results.ts';
import { testingTexts } from './texts.ts';
import { useTestingUrl } from './use-testing-url.ts';

export interface TestsTabProps {
  readonly pipelineId: string;
  readonly shown: string;
  readonly readOnly: boolean;
  readonly flush: () => Promise<number | undefined>;
  /** A test that was made of a debug test. */
  readonly begun: PipelineTest | undefined;
}

const noTests: readonly SavedTest[] = [];

/** The saved tests of the draft, or of the version that is shown: run them, read why one fails, change them. */
export function TestsTab({ pipelineId, shown, readOnly, flush, begun }: TestsTabProps) {
  const t = useTexts(testingTexts);
  const { test: edited, show, edit } = useTestingUrl();
  const tests = useOperation('pipelineTests:list', { pipelineId, version: shown });
  const [removing, setRemoving] = useState<SavedTest>();
  const results = useTestResults(tests.data ?? noTests);
  const { run, error, isPending } = useRunTests();
  const remove = useCommand('pipelineTests:remove', {
    onSuccess: () => {
      toast({ title: t('removed', { name: removing?.test.name ?? '' }) });
      setRemoving(undefined);
    },
  });
  const runNow = async (of: readonly Pick<SavedTest, 'id' | 'revision'>[]) => {
    if (!readOnly) await flush();
    run({ pipelineId, version: shown, ids: of.map(({ id }) => id) }, of);
  };
  const saved = tests.data;
  if (!saved) return <Skeleton height={80} />;
  const open = saved.find(({ id }) => id === edited);
  if (!readOnly && (edited === 'new' || open))
    return (
      <TestForm
        key={edited}
        pipelineId={pipelineId}
        saved={open}
        begun={edited === 'new' ? begun : undefined}
        onClose={() => show('tests', true)}
        onSaved={(stored, andRun) => {
          show('tests', true);
          if (andRun) void runNow([stored]);
        }}
      />
    );
  const ran = saved.flatMap(({ id }) => results.get(id) ?? []);
  const failed = ran.filter(({ passed }) => !passed).length;
  return (
    <>
      {saved.length === 0 ? (
        <Message
          drawing="empty"
          title={t('testsEmpty')}
          actions={
            readOnly ? undefined : (
              <Button variant="primary" icon="plus" onClick={() => edit('new')}>
                {t('newTest')}
              </Button>
            )
          }
        >
          {t('testsEmptyWhy')}
        </Message>
      ) : (
        <div className="flex items-center gap-2">
          <span role="status" className="flex-1">
            {ran.length === saved.length || failed > 0 ? (
              <Status tone={failed > 0 ? 'danger' : 'success'} shape={failed > 0 ? 'triangle' : 'dot'}>
                {failed > 0 ? t('someFailed', { failed, count: ran.length }) : t('allPassed', { count: ran.length })}
              </Status>
            ) : (
              t('summary', { count: saved.length })
            )}
          </span>
          {!readOnly && (
            <Button icon="plus" onClick={() => edit('new')}>
              {t('newTest')}
            </Button>
          )}
          <Button variant="primary" icon="play" loading={isPending} onClick={() => void runNow(saved)}>
            {t('runAll')}
          </Button>
        </div>
      )}
      {error && (
        <Note tone="danger" title={describeError(error).title}>
          {describeError(error).text}
        </Note>
      )}
      <ul className="flex flex-col gap-2">
        {saved.map((each) => (
          <SavedTestRow
            key={each.id}
            saved={each}
            result={results.get(each.id)}
            readOnly={readOnly}
            busy={isPending}
            onRun={() => void runNow([each])}
            onEdit={() => edit(each.id)}
            onRemove={() => setRemoving(each)}
          />
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(stays) => stays || setRemoving(undefined)}
          title={t('removeTitle', { name: removing.test.name })}
          description={t('removeWhy')}
          cancel={t('cancel')}
          confirm={t('remove')}
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ pipelineId, id: removing.id })}
        />
      )}
    </>
  );
}

function SavedTestRow({
  saved: { test },
  result,
  readOnly,
  busy,
  onRun,
  onEdit,
  onRemove,
}: {
  readonly saved: SavedTest;
  readonly result: TestResult | undefined;
  readonly readOnly: boolean;
  readonly busy: boolean;
  readonly onRun: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const t = useTexts(testingTexts);
  const count = 'raw' in test.input ? test.input.raw.length : test.input.events.length;
  return (
    <li className="ui-card p-3 flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <div className="font-medium truncate">{test.name}</div>
          <div className="ui-hint">{t('eventsIn', { count })}</div>
        </div>
        {result ? (
          <Status tone={result.passed ? 'success' : 'danger'} shape={result.passed ? 'dot' : 'triangle'}>
            {t(result.passed ? 'passed' : 'failed')}
          </Status>
        ) : (
          <span className="ui-hint">{t('notRun')}</span>
        )}
        <IconButton icon="play" label={`${t('run')}: ${test.name}`} disabled={busy} onClick={onRun} />
        {!readOnly && <IconButton icon="note" label={`${t('edit')}: ${test.name}`} onClick={onEdit} />}
        {!readOnly && <IconButton icon="trash" label={`${t('remove')}: ${test.name}`} onClick={onRemove} />}
      </div>
      {result && !result.passed && <TestFailures test={test} failures={result.failures} />}
    </li>
  );
}
