import { IconButton, Tooltip } from '@acequia/ui';
import { useReactFlow, useViewport } from '@xyflow/react';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useShownAs } from '../url-state.ts';

/** Room for what stands over the canvas: the numbers above, the bar below, and what ends at a step beside it. */
export const fitOptions = { maxZoom: 1, padding: { top: '56px', right: '16%', bottom: '72px', left: '11%' } } as const;

export function ZoomBar() {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const { zoom } = useViewport();
  const { focused, focus, focusable } = useShownAs();
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow();
  return (
    <div className="pe-zoom ui-pop">
      <IconButton icon="minus" size="sm" label={t('zoomOut')} onClick={() => void zoomOut()} />
      <Tooltip text={t('zoomLevel')}>
        <button type="button" className="pe-zoom-level ui-num" onClick={() => void zoomTo(1)}>
          {format.percent(zoom)}
        </button>
      </Tooltip>
      <IconButton icon="plus" size="sm" label={t('zoomIn')} onClick={() => void zoomIn()} />
      <span className="pe-rule" />
      <IconButton icon="fit" size="sm" label={t('fit')} onClick={() => void fitView(fitOptions)} />
      {focusable && (
        <IconButton
          icon={focused ? 'x' : 'eye'}
          size="sm"
          label={t(focused ? 'focusOff' : 'focusOn')}
          aria-pressed={focused}
          onClick={() => focus(!focused)}
        />
      )}
    </div>
  );
}
