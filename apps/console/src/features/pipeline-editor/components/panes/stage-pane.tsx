import { panelRange } from '../../model/pane-sizes.ts';
import { EditorStage, type EditorStageProps } from '../editor-stage.tsx';
import { useKeptSize } from './use-kept-size.ts';
import { useWindowSize } from './use-window-size.ts';

/** The document where the panel of a step opens beside it. */
export function StagePane(props: Omit<EditorStageProps, 'panelPx'>) {
  const { value } = useKeptSize('panelPx', panelRange(useWindowSize()));
  return <EditorStage {...props} panelPx={value} />;
}
