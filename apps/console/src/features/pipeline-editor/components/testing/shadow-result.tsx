import type { ShadowRun, ShadowSide } from '@acequia/contract';
import { Button, Note, ProgressBar, Skeleton, Status } from '@acequia/ui';
import type { ReactNode } from 'react';
import { HiddenContentNote } from '#blocks/content/hidden-content.tsx';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { describeError, useCommand, useOperation } from '#lib/operations/index.ts';
import { useMay } from '#lib/session/index.ts';
import { reasonText } from '#lib/operations/reason-text.ts';
import { useView } from '../editor-context.ts';
import { ShadowEvent } from './shadow-event.tsx';
import { differing, shadowLooks } from './shadow-looks.ts';
import { testingTexts } from './texts.ts';

const refetchMs = 1000;

/** How far a shadow run is, and what came of it: figures of both versions, and the events that end differently side by side. */
export function ShadowResult({ id, mayStop }: { readonly id: string; readonly mayStop: boolean }) {
  const t = useTexts(testingTexts);
  const language = useLanguage();
  const format = useFormat();
  const run = useOperation('shadowRuns:find', { id }, { refetchMs });
  const stop = useCommand('shadowRuns:stop');
  if (run.error)
    return (
      <Note tone="danger" title={describeError(run.error).title}>
        {describeError(run.error).text}
      </Note>
    );
  if (!run.data) return <Skeleton height={120} />;
  const { state, progress, reason, result } = run.data;
  const why = reason && reasonText(reason.code, language, reason.fields);
  return (
    <>
      <div className="flex items-center gap-2">
        <Status {...shadowLooks[state]}>{t(`state.${state}`)}</Status>
        <span className="ui-hint flex-1" role="status">
          {state === 'running'
            ? t('progress', { done: progress.blocksDone, all: progress.blocks, count: progress.events })
            : result && differing(run.data, t, format)}
        </span>
        {state === 'running' && mayStop && (
          <Button size="sm" icon="stop" loading={stop.isPending} onClick={() => stop.mutate({ id })}>
            {t('stop')}
          </Button>
        )}
      </div>
      {state === 'running' && <ProgressBar value={progress.blocksDone / Math.max(1, progress.blocks)} label={t('state.running')} />}
      {why && (
        <Note tone="danger" title={why.title}>
          {why.text}
        </Note>
      )}
      {result && <Outcome run={run.data} result={result} />}
    </>
  );
}

type Result = NonNullable<ShadowRun['result']>;

function Outcome({ run, result }: { readonly run: ShadowRun; readonly result: Result }) {
  const t = useTexts(testingTexts);
  const format = useFormat();
  const mayReadContent = useMay('content:read');
  const draft = run.version === null ? t('draftSide') : t('ofVersion', { version: run.version });
  return (
    <>
      {result.cut && <Note tone="warning">{t('cutShadow')}</Note>}
      {result.missedBlocks > 0 && <Note tone="warning">{t('missed', { count: result.missedBlocks })}</Note>}
      <Figures run={run} result={result} draft={draft} />
      <p className="pe-quiet">
        {t('clockOf', { time: format.moment(result.clockMs) })}
        {result.lookups.map(({ id, version }) => ` ${t('lookupOf', { id, version })}.`)}
      </p>
      {result.differing > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="ui-label">{t('differences')}</h3>
          {!mayReadContent && <HiddenContentNote />}
          {mayReadContent && result.differences.length < result.differing && (
            <p className="pe-quiet">{t('shownOf', { shown: result.differences.length, count: result.differing })}</p>
          )}
          <ul className="flex flex-col gap-2">
            {result.differences.map((difference) => (
              <li key={difference.event} className="ui-card p-3">
                <ShadowEvent difference={difference} running={t('runningSide', { version: run.against })} draft={draft} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const outcomeKinds = ['delivered', 'filtered', 'dropped', 'rejected', 'merged', 'expired'] as const;

function Figures({ run, result, draft }: { readonly run: ShadowRun; readonly result: Result; readonly draft: string }) {
  const t = useTexts(testingTexts);
  const language = useLanguage();
  const format = useFormat();
  const view = useView();
  const volume = (count: number): string => {
    const { value, unit } = format.bytes(count);
    return `${value} ${unit}`;
  };
  const sum = ({ outcomes }: ShadowSide, kind: string) =>
    Object.entries(outcomes).reduce((all, [name, count]) => (name.split(':', 1)[0] === kind ? all + count : all), 0);
  const both = (read: (side: ShadowSide) => string): readonly [string, string] => [read(result.running), read(result.draft)];
  const datasinks = [...new Set([...Object.keys(result.running.datasinks), ...Object.keys(result.draft.datasinks)])];
  const errors = [...new Set([...result.running.errors, ...result.draft.errors].map(({ node, code }) => `${node}\n${code}`))];
  const sinkName = (id: string) => view.catalogue.datasinks.find((each) => each.id === id)?.name ?? id;
  const rows: readonly (readonly [ReactNode, readonly [string, string]])[] = [
    [t('eventsTaken'), [format.number(result.events), format.number(result.events)]],
    [t('volumeIn'), [volume(result.bytesIn), volume(result.bytesIn)]],
    [t('volumeOut'), both(({ bytesOut }) => volume(bytesOut))],
    [t('timePerEvent'), both(({ usPerEvent }) => `${format.number(Math.round(usPerEvent * 10) / 10)} µs`)],
    ...outcomeKinds
      .filter((kind) => sum(result.running, kind) + sum(result.draft, kind) > 0)
      .map((kind) => [t(`outcome.${kind}`), both((side) => format.number(sum(side, kind)))] as const),
    ...datasinks.map(
      (id) => [t('toDatasink', { name: sinkName(id) }), both((side) => format.number(side.datasinks[id]?.events ?? 0))] as const,
    ),
    ...errors.map((key) => {
      const [node = '', code = ''] = key.split('\n');
      const count = (side: ShadowSide) => side.errors.find((each) => each.node === node && each.code === code)?.count ?? 0;
      const words = { node: view.text(node).title || node, reason: reasonText(code, language).title, code };
      return [t('errorsAt', words), both((side) => format.number(count(side)))] as const;
    }),
  ];
  return (
    <table className="ui-table w-full" aria-label={`${t('runningSide', { version: run.against })}, ${draft}`}>
      <thead>
        <tr>
          <th scope="col">{t('measure')}</th>
          <th scope="col" className="text-right">
            {t('runningSide', { version: run.against })}
          </th>
          <th scope="col" className="text-right">
            {draft}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, [before, after]]) => (
          <tr key={String(name)}>
            <td>{name}</td>
            <td className="ui-num text-right">{before}</td>
            <td className={before === after ? 'ui-num text-right' : 'ui-num text-right font-semibold'}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
