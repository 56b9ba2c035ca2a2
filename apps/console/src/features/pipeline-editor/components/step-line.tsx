import { Status } from '@acequia/ui';
import type { ObjectState } from '@acequia/domain';
import { isTroubled, stateLooks } from '#blocks/object-state/state-looks.ts';
import { objectStateTexts } from '#blocks/object-state/texts.ts';
import { useTexts } from '#i18n/index.ts';
import type { PipelineNode } from '@acequia/pipeline';
import { shortAddress } from '../model/short-address.ts';
import { editorTexts } from '../texts.ts';

/** What a step is about, after the state of its listener, data sink or enrichment; in words where that does not do all of its work. */
export function StepLine({
  kind,
  state,
  line,
  room = Number.POSITIVE_INFINITY,
}: {
  readonly kind: PipelineNode['kind'];
  readonly state: ObjectState | undefined;
  readonly line: string;
  /** Characters. */
  readonly room?: number;
}) {
  const t = useTexts(objectStateTexts);
  const words = useTexts(editorTexts);
  const isEmptyLookup = kind === 'action' && state === 'draft';
  const word = isEmptyLookup ? words('lookupNoTable') : state && isTroubled(state) ? t(state) : undefined;
  return (
    <span className="pe-step-line" title={line}>
      {state && (
        <span className="pe-step-state" data-state={state} title={word ?? t(state)}>
          <Status {...stateLooks[state]}>{word ?? <span className="ui-hidden">{t(state)}</span>}</Status>
        </span>
      )}
      <span>{kind === 'action' ? line : shortAddress(line, room - (state ? 2 : 0) - (word ? word.length + 1 : 0))}</span>
    </span>
  );
}
