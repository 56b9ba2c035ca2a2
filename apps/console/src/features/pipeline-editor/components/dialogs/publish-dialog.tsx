import type { Cluster, Pipeline, Version } from '@acequia/contract';
import type { VersionKind } from '@acequia/domain';
import { publishable } from '@acequia/pipeline';
import { Button, CheckboxRow, Dialog, Field, Input, Segmented, Skeleton, toast } from '@acequia/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateEntities, useCommand, useOperation, type OperationError } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import {
  consequence,
  nextNumber,
  openElsewhere,
  placements,
  possibleKinds,
  publishedVersions,
  runningVersion,
} from '../../model/publish-plan.ts';
import type { EditorProblem } from '../../model/editor-problems.ts';
import { refusedProblem, withRefusal } from '../../model/refused-problem.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';
import { PublishShadow } from '../testing/publish-shadow.tsx';
import { PublishTests } from '../testing/publish-tests.tsx';
import { BlockerList } from './blocker-list.tsx';
import { ConsequenceList } from './consequence-list.tsx';
import { DiffView } from './diff-view.tsx';
import { PublishFailure } from './publish-failure.tsx';

export interface PublishDialogProps {
  readonly pipeline: Pipeline;
  readonly versions: readonly Version[];
  readonly clusters: readonly Cluster[];
  /** Saves what is not saved; the revision to publish, or undefined. */
  readonly flush: () => Promise<number | undefined>;
  readonly onClose: () => void;
  readonly onConflict: () => void;
  readonly onShowProblem: (problem: EditorProblem) => void;
}

/** What will run, where, instead of what, and with which consequence. */
export function PublishDialog({ pipeline, versions, clusters, flush, onClose, onConflict, onShowProblem }: PublishDialogProps) {
  const t = useTexts(editorTexts);
  const client = useQueryClient();
  const view = useView();
  const running = runningVersion(versions);
  const since = running ?? publishedVersions(versions).find((each) => each.kind !== 'pre-release');
  const kinds = possibleKinds(versions);
  const [kind, setKind] = useState<VersionKind>(kinds[0] ?? 'minor');
  const [versionName, setVersionName] = useState('');
  const [choice, setChosen] = useState<readonly string[]>();
  // Clusters may come later than the dialog.
  const chosen = choice ?? firstChoice(versions, clusters);
  const [failure, setFailure] = useState<OperationError | 'not-saved'>();
  const [busy, setBusy] = useState(false);
  const [testsClear, setTestsClear] = useState(false);
  const [anyway, setAnyway] = useState<string>();
  const before = useOperation('pipelines:getVersion', { id: pipeline.id, version: since?.version ?? '' }, { enabled: since !== undefined });
  const publish = useCommand('pipelines:publishVersion', { inlineErrors: true });
  const trial = kind === 'pre-release';
  const refused = typeof failure === 'object' && failure.code === 'ACQ-TESTS-FAILED';
  const testsStand = anyway === undefined ? !testsClear : anyway.trim() === '';
  const number = nextNumber(versions, kind) ?? '';
  const refusal = refusedProblem(failure);
  const { errors = [], warnings = [] } = Object.groupBy(withRefusal(view.validation.problems, refusal), ({ severity }) =>
    severity === 'error' ? 'errors' : 'warnings',
  );

  const run = async () => {
    if ((chosen.length === 0 && !trial) || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const revision = await flush();
      if (revision === undefined) {
        setFailure('not-saved');
        return;
      }
      const version = await publish.mutateAsync({
        id: pipeline.id,
        revision,
        kind,
        versionName: versionName.trim(),
        clusterIds: trial ? [] : [...chosen],
        ...(anyway === undefined ? {} : { anyway: anyway.trim() }),
      });
      toast({ title: t('publishedToast', { version: version.version }), content: t(trial ? 'publishedTrial' : 'publishedWhy') });
      onClose();
    } catch (error) {
      const known = error as OperationError;
      if (known.code === 'ACQ-CONFLICT') onConflict();
      else setFailure(known);
      // What the server found missing is missing in the problem list, too.
      if (known.code === 'ACQ-NOT-PUBLISHABLE') void invalidateEntities(client, ['listener', 'label', 'datasink', 'lookup', 'secret']);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onClose()}
      title={t('publishTitle', { name: pipeline.name })}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            icon="publish"
            loading={busy}
            disabled={!publishable(view.validation) || (chosen.length === 0 && !trial) || testsStand}
            onClick={() => void run()}
          >
            {t('publishNow', { version: number })}
          </Button>
        </>
      }
    >
      <div className="pe-publish">
        {errors.length > 0 && (
          <BlockerList tone="danger" title={t('blockedTitle', { count: errors.length })} problems={errors} onShow={onShowProblem} />
        )}
        {failure && !refusal && <PublishFailure failure={failure} onShow={onShowProblem} />}
        {warnings.length > 0 && (
          <BlockerList tone="warning" title={t('warningsTitle', { count: warnings.length })} problems={warnings} onShow={onShowProblem} />
        )}
        <section>
          <h3>{since ? t('changesSince', { version: since.version }) : t('firstPublication')}</h3>
          {!running && <p className="pe-quiet">{t('firstPublicationWhy', { count: view.document.nodes.length })}</p>}
          {since && !before.data && <Skeleton height={40} />}
          {since && before.data && (
            <DiffView before={before.data.document} after={view.document} same={t('noChanges', { version: since.version })} />
          )}
        </section>
        <PublishTests
          pipelineId={pipeline.id}
          flush={flush}
          anyway={anyway}
          onAnyway={setAnyway}
          refused={refused}
          onVerdict={setTestsClear}
        />
        {running && <PublishShadow pipelineId={pipeline.id} flush={flush} onShow={onClose} />}
        <div className="pe-publish-row">
          <div className="ui-field">
            <div className="ui-label">{t('publishKind')}</div>
            <Segmented
              label={t('publishKind')}
              value={kind}
              onChange={setKind}
              options={kinds.map((value) => ({ value, label: t(value === 'major' && kinds.length === 2 ? 'kindFirst' : `kind.${value}`) }))}
            />
          </div>
          <Field label={t('versionName')} hint={t('versionNameHint')}>
            {(control) => (
              <Input {...control} maxLength={128} value={versionName} onChange={(event) => setVersionName(event.target.value)} />
            )}
          </Field>
        </div>
        {!trial && (
          <fieldset>
            <legend>{t('clusters')}</legend>
            {clusters.length === 0 && <p className="pe-quiet">{t('noClusters')}</p>}
            {clusters.map((cluster) => (
              <CheckboxRow
                key={cluster.id}
                label={cluster.name}
                hint={workersText(cluster, t)}
                checked={chosen.includes(cluster.id)}
                onChange={(checked) => setChosen(checked ? [...chosen, cluster.id] : chosen.filter((id) => id !== cluster.id))}
              />
            ))}
          </fieldset>
        )}
        <section>
          <h3>{t('consequenceTitle')}</h3>
          {trial ? (
            <p className="pe-quiet">{t('trialWhy')}</p>
          ) : (
            <ConsequenceList
              consequence={consequence(versions, chosen)}
              opened={openElsewhere(view.document, view.catalogue.listeners, chosen)}
              clusters={clusters}
            />
          )}
        </section>
      </div>
    </Dialog>
  );
}

function workersText(cluster: Cluster, t: (key: 'workersOnline' | 'workersNone', values?: { count: number }) => string): string {
  const count = cluster.workers.filter((worker) => worker.status === 'online').length;
  return count > 0 ? t('workersOnline', { count }) : t('workersNone');
}

/** Where it runs now; else the only cluster; else a person chooses. */
function firstChoice(versions: readonly Version[], clusters: readonly Cluster[]): readonly string[] {
  const placed = placements(versions).map(({ clusterId }) => clusterId);
  if (placed.length > 0) return placed;
  return clusters.length === 1 ? [clusters[0]!.id] : [];
}
