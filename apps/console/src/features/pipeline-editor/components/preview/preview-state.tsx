import type { TraceFault } from '@acequia/contract';
import { Button, Note } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { describeError } from '#lib/operations/index.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { useServices, useView } from '../editor-context.ts';
import { useTraceFaultText } from '../trace-fault-text.ts';
import type { Preview } from './use-preview.ts';

/** Why a preview shows nothing, or not all, with a way on. */
export function PreviewState({ preview, rows, live }: { readonly preview: Preview; readonly rows: number; readonly live: boolean }) {
  const words = useTexts(previewTableTexts);
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
  if (!result) return null;
  if (result.faults.length > 0) return result.faults.slice(0, 3).map((fault) => <Fault key={JSON.stringify(fault)} fault={fault} />);
  if (rows === 0)
    return (
      <Note tone="neutral" title={words('previewNone')}>
        {result.traces.length === 0 && live && Object.keys(result.nodes).length === 0 ? words('previewNoneLive') : words('previewNoneHere')}
      </Note>
    );
  return result.cut ? <p className="pe-quiet pe-preview-cut">{words('previewCut')}</p> : null;
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
