import type { TraceFault } from '@acequia/contract';
import type { Problem } from '@acequia/pipeline';
import { Button, Note, Skeleton } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { describeError } from '#lib/operations/index.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { useServices, useView } from '../editor-context.ts';
import { useTraceFaultText } from '../trace-fault-text.ts';
import type { Preview } from './use-preview.ts';

/** Why a preview shows nothing, or not all, with a way on. */
export function PreviewState({ preview, rows, live }: { readonly preview: Preview; readonly rows: number; readonly live: boolean }) {
  const words = useTexts(previewTableTexts);
  const { problems } = useView().validation;
  const { result, error } = preview;
  if (error)
    return (
      <Note tone="warning" title={words(error.code === 'ACQ-WORKER-AWAY' ? 'previewAway' : 'previewGone')}>
        {error.code === 'ACQ-WORKER-AWAY' ? words('previewAwayWhy') : describeError(error).title}
        <div className="mt-3">
          <Button size="sm" icon="refresh" onClick={preview.again}>
            {words('previewAgain')}
          </Button>
        </div>
      </Note>
    );
  const faults = result?.faults.filter((fault) => !preview.stale || isStillWrong(fault, problems)) ?? [];
  if (faults.length > 0) return faults.slice(0, 3).map((fault) => <Fault key={JSON.stringify(fault)} fault={fault} />);
  if (!result || result.faults.length > 0) return <Loading />;
  if (rows === 0)
    return (
      <Note tone="neutral" title={words('previewNone')}>
        {result.traces.length === 0 && live && Object.keys(result.nodes).length === 0 ? words('previewNoneLive') : words('previewNoneHere')}
      </Note>
    );
  return result.cut ? <p className="pe-quiet pe-preview-cut">{words('previewCut')}</p> : null;
}

/** Whether what a run before the last edit could not use is still wrong: the editor knows at once, the next run says the rest. */
function isStillWrong({ node, code }: TraceFault, problems: readonly Problem[]): boolean {
  if (node === undefined && code !== 'PIPELINE_INVALID') return true;
  return problems.some((each) => each.severity === 'error' && (node === undefined || each.node === node));
}

function Loading() {
  const words = useTexts(previewTableTexts);
  return (
    <div className="pe-preview-loading" aria-label={words('previewBusy')}>
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} height={16} />
      ))}
    </div>
  );
}

function Fault({ fault }: { readonly fault: TraceFault }) {
  const words = useTexts(previewTableTexts);
  const faultText = useTraceFaultText();
  const { actions } = useServices();
  const view = useView();
  if (fault.code === 'LISTENER_ABSENT')
    return (
      <Note tone="neutral" title={words('previewAbsent')}>
        {words('previewAbsentWhy')}
      </Note>
    );
  const { node } = fault;
  const known = node !== undefined && view.document.nodes.some(({ id }) => id === node);
  const name = known ? view.text(node).title : '';
  return (
    <Note tone="warning" title={known ? words('previewFaultAt', { name }) : words('previewFault')}>
      {fault.code === 'PIPELINE_INVALID' ? words('previewInvalid') : faultText(fault)}
      {known && (
        <div className="mt-3">
          <Button size="sm" onClick={() => actions.selectNode(node)}>
            {name}
          </Button>
        </div>
      )}
    </Note>
  );
}
