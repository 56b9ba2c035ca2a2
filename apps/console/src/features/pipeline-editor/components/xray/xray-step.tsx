import { actionDefinitions, datasinkDefinitions } from '@acequia/components/definitions';
import type { TraceOutcome, TraceStep } from '@acequia/contract';
import type { PipelineNode } from '@acequia/pipeline';
import { Icon, Tile, TypeChip } from '@acequia/ui';
import type { Definition } from '@acequia/component-sdk/definition';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { useFormat } from '#lib/format/index.ts';
import { useOperation } from '#lib/operations/index.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useMay } from '#lib/session/index.ts';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { fieldDiff } from '../../model/field-diff.ts';
import { readsOf } from '../../model/xray-reads.ts';
import { editorTexts } from '../../texts.ts';

const definitionOf = (node: PipelineNode | undefined): Exclude<Definition, { kind: 'listener' }> | undefined => {
  if (!node || node.kind === 'label') return undefined;
  const all = node.kind === 'action' ? actionDefinitions : datasinkDefinitions;
  return (Object.values(all) as Exclude<Definition, { kind: 'listener' }>[]).find(({ id }) => id === node.component);
};

/** One step: which, what it read, what it wrote, and how the event left it. */
export function XrayStep({ step, node }: { readonly step: TraceStep; readonly node: PipelineNode | undefined }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const format = useFormat();
  const definition = definitionOf(node);
  const schema = definition && (definition.kind === 'action' ? definition.config : definition.node);
  const reads = schema && node && node.kind !== 'label' ? readsOf(schema, node.config) : [];
  const title = node && node.name !== '' ? node.name : (definition?.text.title[language] ?? t('label'));
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
        <h3 className="text-[13px] font-semibold flex-1 min-w-0 truncate">{title}</h3>
        <span className="ui-hint ui-num">{t('xrayTook', { ms: format.number(Math.round(step.tookUs) / 1000) })}</span>
      </div>
      <LookupLine node={node} />
      {reads.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5 text-xs">
          <span className="ui-hint w-14">{t('xrayReads')}</span>
          {reads.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </div>
      )}
      {step.outcomes.map((outcome, index) => (
        <Outcome key={index} step={step} outcome={outcome} />
      ))}
    </li>
  );
}

/** Of a lookup whose version the step does not fix, the X-ray reads the one in force now, not the one of that time. */
function LookupLine({ node }: { readonly node: PipelineNode | undefined }) {
  const t = useTexts(editorTexts);
  const isLookup = node?.kind === 'action' && node.component === 'lookup';
  const mayRead = useMay('lookup:read');
  const { data: lookups } = useOperation('lookups:list', {}, { enabled: isLookup && mayRead });
  if (!isLookup) return null;
  const { lookup, fixedVersion } = node.config;
  const known = lookups?.find(({ id }) => id === lookup);
  const inForce = known?.active?.number;
  return (
    <div className="flex items-center gap-1.5 text-xs">
      <span className="ui-hint">{t('xrayLookup')}</span>
      {known ? <span>{known.name}</span> : <code>{String(lookup)}</code>}
      <span>
        {typeof fixedVersion === 'number' && t('xrayLookupFixed', { version: fixedVersion })}
        {typeof fixedVersion !== 'number' && (inForce === undefined ? t('xrayLookupNow') : t('xrayLookupInForce', { version: inForce }))}
      </span>
    </div>
  );
}

function Outcome({ step, outcome }: { readonly step: TraceStep; readonly outcome: TraceOutcome }) {
  const t = useTexts(editorTexts);
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
        {outcome.kind === 'left' && t('xrayLeft', { port: outcome.port })}
        {outcome.kind === 'ended' &&
          t('xrayEnded', { reason: outcome.port === undefined ? outcome.reason : `${outcome.reason} (${outcome.port})` })}
        {outcome.kind === 'held' && t('xrayHeld')}
        {outcome.kind === 'arrived' && t('xrayArrived')}
        {outcome.kind === 'refused' && (
          <span>
            {t('xrayRefused')} · {reasonText({ code: outcome.code, fields: {} })} <code>{outcome.code}</code>
          </span>
        )}
      </div>
    </div>
  );
}
