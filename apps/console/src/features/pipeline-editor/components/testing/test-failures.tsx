import type { TestResult } from '@acequia/contract';
import type { PipelineTest } from '@acequia/pipeline';
import { useTexts } from '#i18n/index.ts';
import { useView } from '../editor-context.ts';
import { testingTexts } from './texts.ts';

type Failure = TestResult['failures'][number];

/** Why a test fails: where, which event, which field, expected and got. */
export function TestFailures({ test, failures }: { readonly test: PipelineTest; readonly failures: readonly Failure[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {failures.map((failure, index) => (
        <li key={`${index} ${failure.kind}`} className="border-l-2 pl-2">
          <FailureText test={test} failure={failure} />
        </li>
      ))}
    </ul>
  );
}

function FailureText({ test, failure }: { readonly test: PipelineTest; readonly failure: Failure }) {
  const t = useTexts(testingTexts);
  const view = useView();
  const title = (node: string | undefined) => (node === undefined ? t('wholePipeline') : view.text(node).title || node);
  if (failure.kind === 'fault')
    return t('fail.fault', { place: title(failure.node), reason: [failure.code, failure.message].filter(Boolean).join(': ') });
  if (failure.kind === 'cut') return t('fail.cut');
  if (failure.kind === 'node') return t('fail.node', { node: failure.node });
  const at = test.expect[failure.expectation]?.at ?? 'dropped';
  const place =
    at === 'dropped' ? t('dropped') : at.port === undefined ? title(at.node) : t('atPort', { node: title(at.node), port: at.port });
  if (failure.kind === 'count') return t('fail.count', { place, expected: failure.expected, got: failure.got });
  const event = failure.event + 1;
  if (failure.kind === 'field')
    return (
      <>
        {t('fail.field', { place, event, field: failure.field })}
        <Value label={t('fieldExpected')} text={failure.expected ?? t('fieldNone')} />
        <Value label={t('fieldGot')} text={failure.got ?? t('fieldNone')} />
      </>
    );
  return (
    <>
      {t(`fail.${failure.kind}`, { place, event })}
      <Value
        label={t(failure.kind === 'missing' ? 'fieldExpected' : 'fieldGot')}
        text={failure.kind === 'missing' ? failure.expected : failure.got}
      />
    </>
  );
}

function Value({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <span className="flex gap-2">
      <span className="ui-hint w-20 flex-none">{label}</span>
      <code className="ui-mono min-w-0 break-all">{text}</code>
    </span>
  );
}
