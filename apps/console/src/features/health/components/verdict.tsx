import { useEffect, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Card, Icon, Tile, toneClass, type IconName } from '@acequia/ui';
import type { LiveFrame } from '@acequia/contract';
import { alertText } from '@acequia/contract/alert-texts';
import { useLiveState } from '#blocks/live/live-provider.tsx';
import { sumRates } from '#blocks/live/live-store.ts';
import { PathLink } from '#blocks/page/path-link.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import type { Problem } from '../model/problems.ts';
import { healthTexts } from '../texts.ts';
import type { PartNames } from './use-part-names.ts';

const icons = {
  listener: 'listener',
  pipeline: 'pipeline',
  datasink: 'datasink',
  lookup: 'enrichment',
  worker: 'cluster',
  unknown: 'alert',
} as const satisfies Readonly<Record<Problem['kind'], IconName>>;

const tones = {
  listener: 'listener',
  pipeline: 'pipeline',
  datasink: 'datasink',
  lookup: 'enrichment',
  worker: 'cluster',
  unknown: 'neutral',
} as const;

/** One sentence on whether the data flows, then each thing in its way with the screen where it is mended. */
export function Verdict({
  problems,
  running,
  frame,
  complete,
  nameOf,
}: {
  readonly problems: readonly Problem[];
  /** Something runs, of which workers report. */
  readonly running: boolean;
  readonly frame: LiveFrame | undefined;
  /** The numbers of all workers that report are in it. */
  readonly complete: boolean;
  readonly nameOf: PartNames;
}) {
  const t = useTexts(healthTexts);
  const format = useFormat();
  const lastMs = frame?.oldestReportMs ?? undefined;
  const late = useLate(lastMs) && running;
  const idle = frame !== undefined && sumRates(frame).in.events === 0;
  const partial = problems.length === 0 && !late && running && !complete;
  const missing = useLasting(partial, readingMs);
  const well = problems.length === 0 && !late && !partial;
  const quiet = problems.length === 0 && late;
  const severe = problems.some((problem) => problem.severe);
  return (
    <Card
      className={`health-verdict ${toneClass(well ? 'success' : partial ? 'neutral' : severe ? 'danger' : 'warning')}`}
      aria-labelledby="health-verdict"
    >
      <div className="health-sentence">
        <Icon name={well ? 'check' : partial ? 'refresh' : 'warning'} size={20} />
        <div>
          <h2 id="health-verdict" aria-live="polite">
            {partial
              ? t(!missing ? 'reading' : frame ? 'missing' : 'none')
              : well
                ? t(idle ? 'idle' : 'flowing')
                : quiet
                  ? t('late')
                  : t(severe ? 'problems' : 'attention', { count: problems.length })}
          </h2>
          {late && <p className="text-muted">{lastMs !== undefined ? t('lateText', { time: format.second(lastMs) }) : t('lateNone')}</p>}
          {partial && <p className="text-muted">{t(!missing ? 'readingText' : frame ? 'missingText' : 'noneText')}</p>}
          {well && <p className="text-muted">{t(idle ? 'idleText' : 'flowingText')}</p>}
        </div>
      </div>
      {problems.length > 0 && (
        <ul className="health-problems">
          {problems.map((problem) => (
            <li key={problem.key}>
              <Tile tone={tones[problem.kind]} size={24}>
                <Icon name={icons[problem.kind]} size={14} />
              </Tile>
              <ProblemText problem={problem} nameOf={nameOf} />
              <ProblemLink problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Workers report each second while somebody watches; one that has not for so long is late. */
const lateMs = 5000;
/** A worker that has started or connected is in the numbers sooner. */
const readingMs = 15_000;

/** Whether live numbers are on and the last report of the most silent worker has been the same for a while, or none has come. */
function useLate(lastMs: number | undefined): boolean {
  const live = useLiveState() === 'live';
  const atMs = lastMs ?? 0;
  const [lateAt, setLateAt] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setLateAt(atMs), lateMs);
    return () => clearTimeout(timer);
  }, [atMs]);
  return live && lateAt === atMs;
}

/** Whether something has been so for as long. */
function useLasting(now: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!now) return undefined;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [now, ms]);
  return now && lasts;
}

function ProblemText({ problem, nameOf }: { readonly problem: Problem; readonly nameOf: PartNames }) {
  const t = useTexts(healthTexts);
  const language = useLanguage();
  const format = useFormat();
  const reasonText = useReasonText();
  const { code, kind, id, places, reason } = problem;
  const fields = id === '' || kind === 'unknown' ? problem.fields : { ...problem.fields, name: nameOf({ kind, id }) };
  const { title, text } = alertText(code, language, fields, places);
  return (
    <div className="min-w-0 flex-1">
      <div className="font-medium">
        {title}
        {problem.since !== null && (
          <span className="ui-hint ml-2" title={format.exactly(problem.since)}>
            {t('since', { when: format.moment(problem.since) })}
          </span>
        )}
      </div>
      <div className="ui-hint">
        {reason ? reasonText(reason) : text}
        {problem.waiting > 0 && ` ${t('waitingCount', { count: problem.waiting })}`}
      </div>
    </div>
  );
}

function ProblemLink({ problem: { kind, id, pipelineId, node, location } }: { readonly problem: Problem }) {
  const t = useTexts(healthTexts);
  if (location !== undefined)
    return (
      location !== '/health' && (
        <PathLink path={location} className="ui-link">
          {t('seeCause')}
        </PathLink>
      )
    );
  switch (kind) {
    case 'listener':
      return (
        <Link to="/listeners/$listenerId" params={{ listenerId: id }} className="ui-link">
          {t('mendListener')}
        </Link>
      );
    case 'pipeline':
      return (
        <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: id, version: undefined }} className="ui-link">
          {t('mendPipeline')}
        </Link>
      );
    case 'datasink':
      return (
        <span className="flex gap-4 flex-wrap justify-end">
          {pipelineId !== '' && (
            <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId, version: undefined }} search={{ node }} className="ui-link">
              {t('openNode')}
            </Link>
          )}
          <Link to="/datasinks/$datasinkId" params={{ datasinkId: id }} className="ui-link">
            {t('mendDatasink')}
          </Link>
        </span>
      );
    case 'lookup':
      return (
        <Link to="/enrichments/$lookupId/edit" params={{ lookupId: id }} className="ui-link">
          {t('mendLookup')}
        </Link>
      );
    default:
      return null;
  }
}
