import { IconButton } from '@acequia/ui';
import { lazy, Suspense } from 'react';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../texts.ts';
import { CanvasEmpty } from './canvas/canvas-empty.tsx';
import { FlowCanvas } from './canvas/flow-canvas.tsx';
import { NowCard } from './canvas/now-card.tsx';
import { useServices } from './editor-context.ts';
import { PortChoice } from './palette/port-choice.tsx';
import type { ListViewProps } from './list/list-view.tsx';
import type { ShownAs } from './url-state.ts';

const ListView = lazy(() => import('./list/list-view.tsx').then((module) => ({ default: module.ListView })));

export interface EditorStageProps extends ListViewProps {
  readonly shownAs: ShownAs;
  /** Offers the steps to add while they are put away. */
  readonly paletteHidden: boolean;
  /** What the panel of a step takes of the canvas once it opens. */
  readonly panelPx?: number;
}

/** The document in the middle of the page, as a drawing or as a list. */
export function EditorStage({ shownAs, paletteHidden, panelPx = 0, onShowProblem }: EditorStageProps) {
  const t = useTexts(editorTexts);
  const { readOnly, findStep } = useServices();
  const showPalette = !readOnly && paletteHidden && (
    <div className="pe-show-palette">
      <IconButton icon="plus" variant="secondary" label={t('showPalette')} onClick={findStep} />
    </div>
  );
  if (shownAs === 'list') {
    return (
      <div className="pe-canvas">
        <Suspense>
          <ListView onShowProblem={onShowProblem} />
        </Suspense>
        {showPalette}
        <PortChoice />
      </div>
    );
  }
  return (
    <div className="pe-canvas">
      <FlowCanvas panelPx={panelPx} />
      <NowCard />
      <CanvasEmpty />
      {showPalette}
      <PortChoice />
    </div>
  );
}
