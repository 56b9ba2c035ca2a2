import type { ConfigFault } from '@acequia/component-sdk/definition';
import type { Datasink } from '@acequia/contract';
import type { ActionNode, DatasinkNode } from '@acequia/pipeline';
import { Button, Icon, Note } from '@acequia/ui';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { liveStatusOf, waitingFrom } from '#blocks/live/live-store.ts';
import { RetryDelivery } from '#blocks/object-state/retry-delivery.tsx';
import { RetryLoading } from '#blocks/object-state/retry-loading.tsx';
import { StateNote } from '#blocks/object-state/state-note.tsx';
import { DefinitionForm } from '#blocks/definition-form/index.ts';
import { useLeftFields } from '#lib/forms/use-left-fields.ts';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { editorTexts } from '../../texts.ts';
import { filterCounts, type FilterCounts } from '../../model/filter-counts.ts';
import { FilterNote } from '../canvas/filter-note.tsx';
import { useLiveNode, useServices, useView } from '../editor-context.ts';
import { useStepLookup, useStepStatus } from '../step-states.ts';
import { LinkFrom } from './link-from.tsx';
import { ParserProposal } from './parser-proposal.tsx';
import { UpgradeNote } from './upgrade-note.tsx';
import { useStepFields } from './use-step-fields.ts';

/** The form of an action or datasink; its pickers offer the fields that arrive. */
export function ConfigurationTab({ node, strict }: { readonly node: ActionNode | DatasinkNode; readonly strict: boolean }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { actions, readOnly } = useServices();
  const { catalogue, validation } = useView();
  const form = useRef<HTMLElement>(null);
  const definition =
    node.kind === 'action'
      ? catalogue.actionDefinitions.find((each) => each.id === node.component)
      : catalogue.datasinkDefinitions.find((each) => each.id === node.component);
  const wasLeft = useLeftFields(form);
  const arriving = useStepFields(node.id);
  const documented = useMemo(
    () =>
      definition && {
        kind: definition.kind,
        id: definition.id,
        examples:
          definition.kind === 'action' ? definition.examples.map(({ config }) => config) : definition.examples.map(({ node: own }) => own),
      },
    [definition],
  );
  const faults = useMemo(
    () =>
      validation.problems.flatMap((problem): ConfigFault[] =>
        problem.node === node.id && problem.code === 'config' && problem.fault !== undefined
          ? [
              {
                path: problem.path ?? '',
                code: problem.fault,
                severity: problem.severity,
                ...(problem.fields ? { fields: problem.fields } : {}),
              },
            ]
          : [],
      ),
    [validation, node.id],
  );
  const filter = filterCounts(node, useLiveNode(node.id));
  const told = faults.filter(({ path, code }) => strict || code !== 'CONFIG_REQUIRED' || wasLeft(path));
  useEffect(() => {
    if (strict) focusFirstFault(form.current);
  }, [strict]);
  if (!definition) {
    return (
      <div className="pe-panel-body">
        <Note tone="danger" title={t('unknownComponent', { component: node.component })}>
          {t('unknownComponentWhy')}
        </Note>
      </div>
    );
  }
  const schema = definition.kind === 'action' ? definition.config : definition.node;
  const empty = Object.keys(schema.shape).length === 0;
  return (
    <div className="pe-panel-body">
      {node.kind === 'datasink' ? <InstanceLine node={node} /> : <LookupState node={node} />}
      {!readOnly && <UpgradeNote node={node} />}
      {arriving === undefined && !readOnly && <LinkFrom node={node} />}
      {node.kind === 'action' && definition.kind === 'action' && definition.proposed && arriving !== undefined && !readOnly && (
        <ParserProposal node={node} />
      )}
      {(arriving !== undefined || readOnly) && !empty && (
        <DefinitionForm
          schema={schema}
          words={definition.text.fields}
          groups={definition.text.groups}
          value={node.config}
          onChange={(config) => actions.configure(node.id, config)}
          follow={definition.kind === 'datasink' ? definition.follow : undefined}
          faults={told}
          fields={arriving}
          readOnly={readOnly}
          form={form}
          component={documented}
        />
      )}
      {filter && <FilterNow counts={filter} />}
      {empty && <p className="pe-quiet">{t('noOptions')}</p>}
      <p className="pe-quiet">{definition.text.summary[language]}</p>
    </div>
  );
}

/** What the filter does in the running version. */
function FilterNow({ counts }: { readonly counts: FilterCounts }) {
  const t = useTexts(editorTexts);
  const { live } = useServices();
  const running = live.running();
  return (
    <p className="flex flex-wrap items-center gap-2">
      {running && <span className="pe-quiet">{t('ratesOf', { version: running.version })}</span>}
      <FilterNote counts={counts} />
    </p>
  );
}

/** The tenant's datasink this step delivers to. */
function InstanceLine({ node }: { readonly node: DatasinkNode }) {
  const t = useTexts(editorTexts);
  const { pipelineId } = useServices();
  const { version } = useParams({ strict: false });
  const { catalogue } = useView();
  const status = useStepStatus(node);
  const instance = catalogue.datasinks.find((each) => each.id === node.datasinkId);
  if (!instance)
    return (
      <Note tone="danger" title={t('datasinkGone')}>
        {t('datasinkGoneWhy')}
      </Note>
    );
  return (
    <>
      {status && <DatasinkState id={instance.id} status={status} pipelineId={pipelineId} />}
      <div className="pe-instance">
        <Icon name="datasink" size={14} />
        <span>{instance.name}</span>
        <Button size="sm" variant="ghost" asChild>
          <Link
            to="/pipelines/$pipelineId/{-$version}/datasink/$nodeDatasinkId/edit"
            params={{ pipelineId, version, nodeDatasinkId: instance.id }}
            search={(known) => known}
            title={t('openDatasink')}
          >
            {t('openDatasink')}
          </Link>
        </Button>
      </div>
    </>
  );
}

/** Why nothing is delivered, what of this pipeline waits as of this second, beside what waits of all pipelines, and another try. */
function DatasinkState({ pipelineId, ...datasink }: Pick<Datasink, 'id' | 'status'> & { readonly pipelineId: string }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const frame = useLiveFrame();
  const all = liveStatusOf(datasink, frame);
  const own = waitingFrom(pipelineId, datasink, frame);
  const isShared = own !== undefined && own.events < all.waitingEvents;
  // The oldest of all may be another pipeline's.
  const status = isShared ? { ...all, waitingEvents: own.events, waitingBytes: own.bytes, oldestAt: null } : all;
  const values = { count: all.waitingEvents, total: format.number(all.waitingEvents) };
  const note = isShared
    ? t(own.events > 0 ? 'waitingOfAll' : 'waitingOfOthers', values)
    : own === undefined && all.waitingEvents > 0
      ? t('waitingOfAny')
      : undefined;
  return <StateNote status={status} action={<RetryDelivery datasink={datasink} />} waitingNote={note} />;
}

/** Of a Lookup step: why its enrichment cannot be used everywhere, and another try. */
function LookupState({ node }: { readonly node: ActionNode }) {
  const t = useTexts(editorTexts);
  const lookup = useStepLookup(node);
  if (!lookup) return null;
  if (lookup.status.state === 'draft')
    return (
      <Note tone="warning" title={t('lookupEmpty', { name: lookup.name })}>
        <p>{t('lookupEmptyWhy')}</p>
        <Link to="/enrichments/$lookupId/edit" params={{ lookupId: lookup.id }} className="ui-link">
          {t('openLookup')}
        </Link>
      </Note>
    );
  return <StateNote status={lookup.status} action={<RetryLoading lookup={lookup} />} />;
}
