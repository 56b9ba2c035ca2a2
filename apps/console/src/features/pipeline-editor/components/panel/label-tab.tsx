import type { LabelNode } from '@acequia/pipeline';
import { Button, Field, Note, Select } from '@acequia/ui';
import { Link, useParams } from '@tanstack/react-router';
import { RetryOpening } from '#blocks/object-state/retry-opening.tsx';
import { StateNote } from '#blocks/object-state/state-note.tsx';
import { isTroubled } from '#blocks/object-state/state-looks.ts';
import { LabelButtons } from '#blocks/labels/label-buttons.tsx';
import { useTexts } from '#i18n/index.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { useStepStatus } from '../step-states.ts';

/** Which listener, and which of its events, enter the pipeline. */
export function LabelTab({ node }: { readonly node: LabelNode }) {
  const t = useTexts(editorTexts);
  const reasonText = useReasonText();
  const { actions, readOnly, pipelineId } = useServices();
  const { version } = useParams({ strict: false });
  const { catalogue } = useView();
  const listener = catalogue.listeners.find((each) => each.id === node.listenerId);
  const status = useStepStatus(node);
  const labels = catalogue.labels.filter((label) => label.listenerId === node.listenerId);
  return (
    <div className="pe-panel-body">
      {!listener && (
        <Note tone="danger" title={t('listenerGone')}>
          {t('listenerGoneWhy')}
        </Note>
      )}
      {status && isTroubled(status.state) ? (
        <StateNote status={status} action={listener && <RetryOpening listener={listener} />} />
      ) : (
        listener?.reason && listener.state !== 'stopped' && <Note tone="accent">{reasonText(listener.reason)}</Note>
      )}
      <Field label={t('listener')}>
        {(control) => (
          <Select
            {...control}
            size="sm"
            disabled={readOnly}
            value={listener ? node.listenerId : undefined}
            placeholder={t('chooseStep')}
            options={catalogue.listeners.map((each) => ({ value: each.id, label: each.name }))}
            onChange={(listenerId) => actions.relabel(node.id, listenerId, 'all')}
          />
        )}
      </Field>
      <Field label={t('label')}>
        {(control) => (
          <Select
            {...control}
            size="sm"
            disabled={readOnly || !listener}
            value={labels.some((label) => label.id === node.labelId) ? node.labelId : undefined}
            placeholder={t('chooseStep')}
            options={labels.map((label) => ({
              value: label.id,
              label: label.builtIn ? t(label.id === 'all' ? 'builtin.all' : 'builtin.unlabelled') : label.name,
            }))}
            onChange={(labelId) => actions.relabel(node.id, node.listenerId, labelId)}
          />
        )}
      </Field>
      {listener && !readOnly && (
        <LabelButtons
          listenerId={listener.id}
          labelId={node.labelId}
          onMade={(labelId) => actions.relabel(node.id, listener.id, labelId)}
        />
      )}
      {listener && (
        <div>
          <Button size="sm" asChild>
            <Link
              to="/pipelines/$pipelineId/{-$version}/listener/$nodeListenerId/edit"
              params={{ pipelineId, version, nodeListenerId: listener.id }}
              search={(known) => known}
            >
              {t('openListener')}
            </Link>
          </Button>
        </div>
      )}
    </div>
  );
}
