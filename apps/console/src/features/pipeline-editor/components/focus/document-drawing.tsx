import '../../pipeline-editor.css';
import type { PipelineDocument } from '@acequia/pipeline';
import { ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';
import { useAllDefinitions, type AllDefinitions } from '#blocks/components/all-definitions.ts';
import { usePatternEngine } from '#blocks/definition-form/model/use-pattern-engine.ts';
import { drawnDocument } from '../../model/drawn-document.ts';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import { ServicesContext } from '../editor-context.ts';
import { useEditorServices } from '../use-editor-services.ts';
import { ViewProvider } from '../view-provider.tsx';

export interface DocumentDrawingProps {
  /** Under which its place on the canvas is kept. */
  readonly id: string;
  readonly document: PipelineDocument;
  /** Component of its listener. */
  readonly listener: string;
}

const nothing = () => undefined;
const commands = { openNote: nothing, findStep: nothing };

/** A document whose ends name nothing of a tenant, drawn to look at. */
export function DocumentDrawing(props: DocumentDrawingProps) {
  const { data: definitions, error } = useAllDefinitions();
  const patternsRead = usePatternEngine();
  if (error) throw error;
  return definitions && patternsRead ? <Drawing key={props.id} {...props} definitions={definitions} /> : null;
}

function Drawing({ id, document, listener, definitions }: DocumentDrawingProps & { readonly definitions: AllDefinitions }) {
  const drawn = useMemo(() => drawnDocument(document, listener, definitions), [document, listener, definitions]);
  const { services, read } = useEditorServices(
    { pipelineId: id, document: drawn.document, readOnly: true, catalogue: drawn.catalogue, selected: undefined },
    commands,
  );
  return (
    <ServicesContext value={services}>
      <ViewProvider store={services.store} read={read}>
        <ReactFlowProvider>
          <div className="pe-middle">
            <div className="pe-canvas">
              <FlowCanvas />
            </div>
          </div>
        </ReactFlowProvider>
      </ViewProvider>
    </ServicesContext>
  );
}
