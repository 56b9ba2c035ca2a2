import { fieldReferences } from '@acequia/component-sdk/definition';
import { rejectionFields } from '@acequia/component-sdk/text';
import type { SearchedLookup, TraceOutcome, TraceStep } from '@acequia/contract';
import type { PipelineNode } from '@acequia/pipeline';
import { Icon, Tile, TypeChip } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { useFormat } from '#lib/format/index.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useTexts } from '#i18n/index.ts';
import { fieldDiff } from '../../model/field-diff.ts';
import { editorTexts } from '../../texts.ts';
import { endText } from '../end-text.ts';
import { portTitle } from '../port-title.ts';
import { stepDefinition } from './step-definition.ts';
import { useStepName } from './use-step-name.ts';

/** One step: which, what it read, what it wrote, and how the event left it. */
export function XrayStep({
  step,
  node,
  lookup,
}: {
  readonly step: TraceStep;
  readonly node: PipelineNode | undefined;
  /** What it searched, when it searches. */
  readonly lookup: SearchedLookup | undefined;
}) {
  const t = useTexts(editorTexts);
  const nameOf = useStepName();
  const format = useFormat();
  const definition = stepDefinition(node);
  const schema = definition && (definition.kind === 'action' ? definition.config : definition.node);
  const reads = schema && node && node.kind !== 'label' ? fieldReferences(schema, node.config) : [];
  const title = node ? nameOf(node) : step.node;
  return (
    <li className="rounded-md border p-3 flex flex-col gap-2">
      <div className="flex items-center gap-2">
        {node && node.kind !== 'label' ? (
          <ComponentTile kind={node.kind} id={node.component} size={24} />
        ) : (
          <Tile tone="label" size={24}>
            <Icon name="label" size={14} />
          </Tile>
        )}
        <h3 className="text-sm font-semibold flex-1 min-w-0 truncate">{title}</h3>
        <span className="ui-hint ui-num">{t('xrayTook', { ms: format.number(Math.round(step.tookUs) / 1000) })}</span>
      </div>
      {lookup && <LookupLine lookup={lookup} />}
      {reads.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5 text-xs">
          <span className="ui-hint w-14">{t('xrayReads')}</span>
          {reads.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </div>
      )}
      {step.outcomes.map((outcome, index) => (
        <Outcome key={index} step={step} outcome={outcome} node={node} />
      ))}
    </li>
  );
}

/** The version of a lookup that the step searched, as it was at the time of the event. */
function LookupLine({ lookup: { lookupId, name, version, activatedAt, replaced } }: { readonly lookup: SearchedLookup }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 text-xs">
      <span className="ui-hint">{t('xrayLookup')}</span>
      <Link to="/enrichments/$lookupId/edit" params={{ lookupId }} className="ui-link">
        {name}
      </Link>
      <span className="ui-num">{t('xrayLookupVersion', { version })}</span>
      <span className={replaced ? 'text-warning' : 'text-muted'}>
        {replaced
          ? t('xrayLookupReplaced')
          : activatedAt === null
            ? t('xrayLookupSince')
            : t('xrayLookupActive', { moment: format.moment(activatedAt) })}
      </span>
    </div>
  );
}

interface OutcomeProps {
  readonly step: TraceStep;
  readonly outcome: TraceOutcome;
  readonly node: PipelineNode | undefined;
}

function Outcome({ step, outcome, node }: OutcomeProps) {
  const t = useTexts(editorTexts);
  const port = (id: string) => (node ? portTitle({ id }, node, t) : id);
  const reasonText = useReasonText();
  const after = 'event' in outcome ? outcome.event : undefined;
  const writes = after === undefined ? [] : fieldDiff(step.input, after).filter(({ kind }) => kind !== 'same');
  const bad = outcome.kind === 'refused';
  return (
    <div className="flex flex-col gap-1.5 text-xs">
      {writes.length > 0 && (
        <div className="flex items-start gap-1.5">
          <span className="ui-hint w-14">{t('xrayWrites')}</span>
          <ul className="flex-1 min-w-0 flex flex-col gap-0.5">
            {writes.map(({ name, kind, before, after: now }) => (
              <li key={name} className="flex flex-wrap items-center gap-1.5 ui-mono">
                <span>{name}</span>
                {now && <TypeChip type={now.type} />}
                {kind === 'changed' && <del className="text-muted break-all">{before?.value}</del>}
                <span className="break-all">{now ? now.value : <em className="text-muted">{t('xrayRemoved')}</em>}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={bad ? 'flex items-center gap-1.5 text-danger' : 'flex items-center gap-1.5 text-muted'}>
        <Icon name={bad ? 'error' : outcome.kind === 'arrived' ? 'check' : 'chevron-right'} size={14} />
        {outcome.kind === 'left' && t('xrayLeft', { port: port(outcome.port) })}
        {outcome.kind === 'ended' && t('xrayEnded', { reason: endText(t, outcome, node) })}
        {outcome.kind === 'held' && t('xrayHeld')}
        {outcome.kind === 'arrived' && t('xrayArrived')}
        {outcome.kind === 'refused' && (
          <span>
            {t('xrayRefused')} · {reasonText({ code: outcome.code, fields: rejectionFields(outcome) })} <code>{outcome.code}</code>
          </span>
        )}
      </div>
    </div>
  );
}
