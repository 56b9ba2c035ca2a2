import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Icon } from '@acequia/ui';
import type { LiveFrame, OperationOutput } from '@acequia/contract';
import { titleOf } from '#blocks/components/cards.ts';
import { Eps } from '#blocks/page/rate.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useStream } from '#lib/operations/use-stream.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useMay } from '#lib/session/index.ts';
import { dayOfStep } from '../model/flow-rows.ts';
import { healthTexts } from '../texts.ts';
import { LastError } from './last-error.tsx';

const refetchMs = 10_000;

type Step = OperationOutput<'pipelines:getVersion'>['document']['nodes'][number];

/** The steps of a pipeline's running version with their live numbers, and why the newest of their dead letters was refused. */
export function StepRows({ pipelineId }: { readonly pipelineId: string }) {
  const t = useTexts(healthTexts);
  const language = useLanguage();
  const [frame, setFrame] = useState<LiveFrame>();
  useStream('metrics:watchLive', { pipelineId }, setFrame);
  const { data: pipeline } = useOperation('pipelines:find', { id: pipelineId });
  const version = pipeline?.runningVersion ?? undefined;
  const { data: running } = useOperation(
    'pipelines:getVersion',
    { id: pipelineId, version: version ?? '' },
    { enabled: version !== undefined },
  );
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { pipelineId, from, to }, { keepPrevious: true, refetchMs });
  const { data: letters } = useOperation('deadLetters:causes', {}, { enabled: useMay('dead-letter:read') });
  const nameOf = (step: Step) =>
    step.name ||
    (step.kind === 'datasink' ? titleOf(step.kind, step.component, language) : step.kind === 'action' ? step.component : t('entrance'));
  return running?.document.nodes.map((step) => {
    const now = frame?.nodes[step.id];
    const day = dayOfStep(step, pipelineId, running.document.nodes, totals);
    const refused = letters?.causes.filter((cause) => cause.pipelineId === pipelineId && cause.node === step.id);
    const newest = refused?.toSorted((a, b) => b.lastAt - a.lastAt)[0];
    const out = now && Object.values(now.ports).reduce((sum, { events }) => sum + events, 0);
    return (
      <tr key={step.id} className="health-step">
        <td>
          <span className="flex items-center gap-2 pl-7">
            <Icon name={step.kind === 'action' ? 'bolt' : step.kind === 'datasink' ? 'datasink' : 'label'} size={12} />
            <Link
              to="/pipelines/$pipelineId/{-$version}"
              params={{ pipelineId, version }}
              search={{ node: step.id }}
              className="truncate hover:underline"
            >
              {nameOf(step)}
            </Link>
          </span>
        </td>
        <td>
          <LastError reason={newest ? { code: newest.code, fields: {} } : null} atMs={newest?.lastAt ?? null} />
        </td>
        <td className="ui-right">
          <Eps value={now?.in.events} day={day.in} />
        </td>
        <td className="ui-right">
          <Eps value={out} day={day.out} />
        </td>
        <td className="ui-right">
          <Eps value={now?.rejected} day={day.rejected} />
        </td>
        <td className="ui-right">
          <Eps value={now?.dropped} day={day.dropped} />
        </td>
        <td className="ui-right">
          <Eps value={now?.queuedEvents} />
        </td>
      </tr>
    );
  });
}
