import { Fragment } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Card, Icon, IconButton, Tile } from '@acequia/ui';
import type { Totals } from '@acequia/contract';
import { StateChip } from '#blocks/object-state/state-chip.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { length } from '#lib/format/length.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { dayOf, type FlowRow } from '../model/flow-rows.ts';
import { healthTexts } from '../texts.ts';
import { LastError } from './last-error.tsx';
import { StepRows } from './step-rows.tsx';
import type { PartNames } from './use-part-names.ts';

const rates = ['in', 'out', 'rejected', 'dropped'] as const;

/** Each listener, pipeline and datasink node: state with the last error, in, out, rejected, dropped, waiting. A pipeline opens to its steps. */
export function FlowTable({
  rows,
  totals,
  open,
  nameOf,
}: {
  readonly rows: readonly FlowRow[];
  /** Of the last 24 hours. */
  readonly totals: Totals | undefined;
  /** Pipeline whose steps are shown. */
  readonly open: string | undefined;
  readonly nameOf: PartNames;
}) {
  const t = useTexts(healthTexts);
  const navigate = useNavigate();
  const show = (pipeline: string | undefined) =>
    void navigate({ to: '/health', search: (now: Record<string, unknown>) => ({ ...now, pipeline }), replace: true });
  return (
    <Card className="overflow-hidden">
      <h2 className="health-heading">{t('flow')}</h2>
      <div className="overflow-x-auto">
        <table className="ui-table health-flow" aria-label={t('flow')}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('stateAndError')}</th>
              <th scope="col" className="ui-right">
                {t('inEps')}
              </th>
              <th scope="col" className="ui-right">
                {t('outEps')}
              </th>
              <th scope="col" className="ui-right">
                {t('rejectedEps')}
              </th>
              <th scope="col" className="ui-right">
                {t('droppedEps')}
              </th>
              <th scope="col" className="ui-right">
                {t('lag')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Fragment key={row.key}>
                <tr data-kind={row.kind}>
                  <td>
                    <span className="flex items-center gap-2 min-w-0">
                      <Tile tone={row.kind} size={20}>
                        <Icon name={row.kind} size={12} />
                      </Tile>
                      <RowName row={row} nameOf={nameOf} />
                      {row.kind === 'pipeline' && (
                        <IconButton
                          icon={open === row.id ? 'chevron-down' : 'chevron-right'}
                          size="sm"
                          label={t(open === row.id ? 'hideSteps' : 'showSteps')}
                          aria-expanded={open === row.id}
                          onClick={() => show(open === row.id ? undefined : row.id)}
                        />
                      )}
                    </span>
                  </td>
                  <td>
                    <StateChip status={row} />
                    <LastError reason={row.lastError} atMs={row.lastErrorAt} />
                  </td>
                  {rates.map((rate) => (
                    <td key={rate} className="ui-right">
                      <Eps value={row[rate]} day={dayOf(row, totals)[rate]} />
                    </td>
                  ))}
                  <td className="ui-right">
                    <Waiting row={row} />
                  </td>
                </tr>
                {row.kind === 'pipeline' && open === row.id && <StepRows pipelineId={row.id} />}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function RowName({ row, nameOf }: { readonly row: FlowRow; readonly nameOf: PartNames }) {
  const t = useTexts(healthTexts);
  const name = nameOf(row);
  const className = 'truncate font-medium hover:underline';
  if (row.kind === 'listener')
    return (
      <Link to="/listeners/$listenerId" params={{ listenerId: row.id }} className={className} title={name}>
        {name}
      </Link>
    );
  if (row.kind === 'pipeline')
    return (
      <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: row.id, version: undefined }} className={className} title={name}>
        {name}
      </Link>
    );
  const pipeline = t('inPipeline', { name: nameOf({ kind: 'pipeline', id: row.pipelineId }) });
  return (
    <>
      <Link to="/datasinks/$datasinkId" params={{ datasinkId: row.id }} className={`${className} flex-none max-w-2/3`} title={name}>
        {name}
      </Link>
      <Link
        to="/pipelines/$pipelineId/{-$version}"
        params={{ pipelineId: row.pipelineId, version: undefined }}
        search={row.node === '' ? {} : { node: row.node }}
        className="ui-hint truncate hover:underline"
        title={pipeline}
      >
        {pipeline}
      </Link>
    </>
  );
}

function Waiting({ row }: { readonly row: FlowRow }) {
  const format = useFormat();
  if (row.kind === 'pipeline') return <Eps value={row.waiting} />;
  if (row.kind === 'datasink')
    return (
      <>
        <Eps value={row.waiting} />
        <Outlook row={row} />
      </>
    );
  const { value, unit } = format.bytes(row.waiting);
  return (
    <span className="ui-num" title={format.number(row.waiting)}>
      {value} <small className="text-muted">{unit}</small>
    </span>
  );
}

/** How old what waits is while nothing goes out, else when it will all be gone. */
function Outlook({ row: { waiting, oldestAt, leftMs } }: { readonly row: FlowRow }) {
  const t = useTexts(healthTexts);
  const format = useFormat();
  if (waiting === 0) return null;
  if (oldestAt !== undefined)
    return (
      <div className="ui-hint" title={format.exactly(oldestAt)}>
        {t('oldest', { age: format.age(oldestAt) })}
      </div>
    );
  return leftMs === undefined ? null : <div className="ui-hint">{t('goneIn', { time: length(leftMs) })}</div>;
}
