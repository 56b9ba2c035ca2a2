import type { SavedTest } from '@acequia/contract';
import { CheckboxRow, Field, Input, Note, Skeleton, Status } from '@acequia/ui';
import { useEffect, useRef } from 'react';
import { useTexts } from '#i18n/index.ts';
import { describeError, useOperation } from '#lib/operations/index.ts';
import { TestFailures } from './test-failures.tsx';
import { useRunTests } from './test-results.ts';
import { testingTexts } from './texts.ts';

export interface PublishTestsProps {
  readonly pipelineId: string;
  /** Saves what is not saved: tests run over what is stored. */
  readonly flush: () => Promise<number | undefined>;
  /** Why somebody wants to publish although a test fails, or could not run; undefined: they do not. */
  readonly anyway: string | undefined;
  readonly onAnyway: (anyway: string | undefined) => void;
  /** The server has refused it because of the tests. */
  readonly refused: boolean;
  /** Whether nothing of the tests stands in the way. */
  readonly onVerdict: (clear: boolean) => void;
}

/** Of one test, in the dialog; the drawer shows all. */
const failuresMax = 3;

const noTests: readonly SavedTest[] = [];

/** Runs the saved tests before publishing; what fails must be published on purpose. */
export function PublishTests({ pipelineId, flush, anyway, onAnyway, refused, onVerdict }: PublishTestsProps) {
  const t = useTexts(testingTexts);
  const tests = useOperation('pipelineTests:list', { pipelineId, version: 'Main' });
  const saved = tests.data ?? noTests;
  const { run, results, error: runError } = useRunTests();
  const began = useRef(false);
  const some = saved.length > 0;
  useEffect(() => {
    if (!some || began.current) return;
    began.current = true;
    void flush().then(() => run({ pipelineId, version: 'Main' }, saved));
  }, [some, flush, run, pipelineId, saved]);
  const failed = results?.filter(({ passed }) => !passed) ?? [];
  const clear = tests.data !== undefined && (!some || (results !== undefined && failed.length === 0));
  useEffect(() => onVerdict(clear), [clear, onVerdict]);
  const stands = refused || failed.length > 0 || runError !== null || tests.error !== null;
  const error = runError ?? tests.error;
  return (
    <section className="flex flex-col items-start gap-1">
      <h3>{t('publishTests')}</h3>
      {!tests.data && !tests.error && <Skeleton height={20} />}
      {tests.data && !some && <p className="pe-quiet">{t('publishNone')}</p>}
      {some && !results && !runError && (
        <p className="pe-quiet" role="status">
          {t('publishRunning')}
        </p>
      )}
      {results && failed.length === 0 && (
        <Status tone="success" shape="dot">
          {t('allPassed', { count: results.length })}
        </Status>
      )}
      {error && (
        <Note tone="warning" title={t('publishAway')}>
          {describeError(error).title}. {describeError(error).text}
        </Note>
      )}
      {results && failed.length > 0 && (
        <Note tone="danger" title={t('someFailed', { failed: failed.length, count: results.length })}>
          <p>{t('publishFailedWhy')}</p>
          <ul className="flex flex-col gap-2">
            {failed.map(({ id, name, failures }) => {
              const test = saved.find((each) => each.id === id)?.test;
              return (
                <li key={id}>
                  <strong>{name}</strong>
                  {test && <TestFailures test={test} failures={failures.slice(0, failuresMax)} />}
                  {failures.length > failuresMax && (
                    <p className="ui-hint">{t('failuresMore', { count: failures.length - failuresMax })}</p>
                  )}
                </li>
              );
            })}
          </ul>
        </Note>
      )}
      {stands && (
        <CheckboxRow label={t('publishAnyway')} checked={anyway !== undefined} onChange={(checked) => onAnyway(checked ? '' : undefined)} />
      )}
      {stands && anyway !== undefined && (
        <div className="self-stretch">
          <Field label={t('publishReason')} hint={t('publishReasonHint')}>
            {(control) => <Input {...control} maxLength={200} value={anyway} onChange={(event) => onAnyway(event.target.value)} />}
          </Field>
        </div>
      )}
    </section>
  );
}
