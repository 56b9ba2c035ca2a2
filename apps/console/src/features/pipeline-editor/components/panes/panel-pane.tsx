import { ResizeHandle } from '@acequia/ui';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/index.ts';
import { panelRange } from '../../model/pane-sizes.ts';
import { editorTexts } from '../../texts.ts';
import { useKeptSize } from './use-kept-size.ts';
import { useWindowSize } from './use-window-size.ts';

/** The place of the step's panel, as wide as the user wants it. What is in it is not drawn again while it is resized. */
export function PanelPane({ children }: { readonly children: ReactNode }) {
  const t = useTexts(editorTexts);
  const { usual: _usual, ...size } = useKeptSize('panelPx', panelRange(useWindowSize()));
  return (
    <div className="pe-side" style={{ width: size.value }}>
      <ResizeHandle label={t('resizePanel')} edge="left" {...size} />
      {children}
    </div>
  );
}
