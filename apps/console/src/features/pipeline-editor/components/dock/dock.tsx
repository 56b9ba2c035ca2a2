import type { PipelineNode } from '@acequia/pipeline';
import { IconButton, ResizeHandle } from '@acequia/ui';
import { lazy, Suspense, useId, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { usePreferences } from '#lib/preferences/use-preferences.ts';
import { dockRange } from '../../model/pane-sizes.ts';
import { editorTexts } from '../../texts.ts';
import { useKeptSize } from '../panes/use-kept-size.ts';
import { useWindowSize } from '../panes/use-window-size.ts';
import { revealDrawn } from '../canvas/reveal.ts';

const PreviewTab = lazy(() => import('../preview/preview-tab.tsx').then((module) => ({ default: module.PreviewTab })));

export interface DockProps {
  /** The selected step, when it is the only one. */
  readonly node: PipelineNode | undefined;
}

/** What shows events below the canvas, as high as the user wants it. Without a selected step only its bar is there. */
export function Dock({ node }: DockProps) {
  const t = useTexts(editorTexts);
  const { preferences, change } = usePreferences();
  const { usual: _usual, ...size } = useKeptSize('dockPx', dockRange(useWindowSize()));
  const body = useId();
  const wanted = preferences.editor.dockOpen ?? true;
  const open = wanted && node !== undefined;
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const toggle = () => {
    change({ editor: { ...preferences.editor, dockOpen: !wanted } });
    // The dock takes room from the canvas: the step it is about stays in sight.
    if (!wanted && node !== undefined) revealDrawn(node.id);
  };
  return (
    <section className="pe-dock" aria-label={t('dock')} style={open ? { height: size.value } : undefined} data-own-keys>
      {open && <ResizeHandle label={t('resizeDock')} edge="top" {...size} />}
      <header className="pe-dock-head">
        <h2>{t('preview')}</h2>
        <span className="pe-quiet">{node === undefined ? t('dockNoStep') : ''}</span>
        <span className="pe-dock-tools" ref={setTools} />
        <IconButton
          icon={wanted ? 'chevron-down' : 'chevron-up'}
          size="sm"
          label={t(wanted ? 'dockClose' : 'dockOpen')}
          aria-expanded={open}
          aria-controls={body}
          onClick={toggle}
        />
      </header>
      <div id={body} className="pe-dock-body" hidden={!open}>
        {open && (
          <Suspense>
            <PreviewTab node={node} tools={tools} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
