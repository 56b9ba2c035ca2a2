import { Link } from '@tanstack/react-router';
import { Card, Icon, Tile, toneClass, type IconName } from '@acequia/ui';
import type { LiveFrame } from '@acequia/contract';
import { sumRates } from '#blocks/live/live-store.ts';
import { useTexts } from '#i18n/use-texts.ts';
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
  journal: 'listener',
  disk: 'cluster',
} as const satisfies Readonly<Record<Problem['kind'], IconName>>;

const tones = {
  listener: 'listener',
  pipeline: 'pipeline',
  datasink: 'datasink',
  lookup: 'enrichment',
  worker: 'cluster',
  journal: 'listener',
  disk: 'cluster',
} as const;

/** One sentence on whether the data flows, then each thing in its way with the screen where it is mended. */
export function Verdict({
  problems,
  frame,
  nameOf,
}: {
  readonly problems: readonly Problem[];
  readonly frame: LiveFrame | undefined;
  readonly nameOf: PartNames;
}) {
  const t = useTexts(healthTexts);
  const idle = frame !== undefined && sumRates(frame).in.events === 0;
  const well = problems.length === 0;
  const severe = problems.some((problem) => problem.severe);
  return (
    <Card className={`health-verdict ${toneClass(well ? 'success' : severe ? 'danger' : 'warning')}`} aria-labelledby="health-verdict">
      <div className="health-sentence">
        <Icon name={well ? 'check' : 'warning'} size={20} />
        <div>
          <h2 id="health-verdict" aria-live="polite">
            {well ? t(idle ? 'idle' : 'flowing') : t('problems', { count: problems.length })}
          </h2>
          {well && <p className="text-muted">{t(idle ? 'idleText' : 'flowingText')}</p>}
        </div>
      </div>
      {!well && (
        <ul className="health-problems">
          {problems.map((problem) => (
            <li key={problem.key}>
              <Tile tone={tones[problem.kind]} size={24}>
                <Icon name={icons[problem.kind]} size={14} />
              </Tile>
              <ProblemText problem={problem} name={nameOf(problem)} />
              <ProblemLink problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ProblemText({ problem, name }: { readonly problem: Problem; readonly name: string }) {
  const t = useTexts(healthTexts);
  const format = useFormat();
  const reasonText = useReasonText();
  const titles = {
    listener: t(problem.severe ? 'listenerDown' : 'listenerIncomplete', { name }),
    pipeline: t('pipelineDown', { name }),
    datasink: t('datasinkDown', { name }),
    lookup: t('lookupMissing', { name, version: problem.reason?.fields['version'] ?? '' }),
    worker: t('workerAway', { name }),
    journal: t('journalFull', { name, percent: format.percent(problem.fraction) }),
    disk: t('diskLow', { name, percent: format.percent(problem.fraction) }),
  };
  const texts: Partial<Record<Problem['kind'], string>> = {
    worker: t('workerAwayText'),
    journal: t('journalFullText'),
    disk: t('diskLowText'),
  };
  return (
    <div className="min-w-0 flex-1">
      <div className="font-medium">
        {titles[problem.kind]}
        {problem.since !== null && (
          <span className="ui-hint ml-2" title={format.exactly(problem.since)}>
            {t('since', { when: format.moment(problem.since) })}
          </span>
        )}
      </div>
      <div className="ui-hint">
        {texts[problem.kind] ?? (problem.reason ? reasonText(problem.reason) : '')}
        {problem.waiting > 0 && ` ${t('waitingCount', { count: problem.waiting })}`}
      </div>
    </div>
  );
}

function ProblemLink({ problem: { kind, id, pipelineId, node } }: { readonly problem: Problem }) {
  const t = useTexts(healthTexts);
  switch (kind) {
    case 'listener':
    case 'journal':
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
