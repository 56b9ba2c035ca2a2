import { ResizeHandle } from '@acequia/ui';
import { lazy, Suspense } from 'react';
import { useTexts } from '#i18n/index.ts';
import { withReasonTexts } from '#lib/operations/reason-texts.ts';
import { usePreferences } from '#lib/preferences/use-preferences.ts';
import { dockRange } from '../../model/pane-sizes.ts';
import { editorTexts } from '../../texts.ts';
import { revealDrawn } from '../canvas/reveal.ts';
import { useKeptSize } from '../panes/use-kept-size.ts';
import { useWindowSize } from '../panes/use-window-size.ts';
import type { DockTabsProps } from './dock-tabs.tsx';
import { useDockTab, type DockTab } from './use-dock-tab.ts';

const DockTabs = lazy(withReasonTexts(() => import('./dock-tabs.tsx').then((module) => ({ default: module.DockTabs }))));

export interface DockProps extends Pick<DockTabsProps, 'node' | 'pipeline' | 'versions' | 'shown' | 'readOnly' | 'flush'> {
  /** Only the canvas is wanted: the dock is there for what the address asks for. */
  readonly focused: boolean;
}

/** What shows events below the canvas, as high as the user wants it. Without a step or a test only its bar is there. */
export function Dock({ focused, ...shown }: DockProps) {
  const t = useTexts(editorTexts);
  const { preferences, change } = usePreferences();
  const { usual: _usual, ...size } = useKeptSize('dockPx', dockRange(useWindowSize()));
  const { tab, show } = useDockTab();
  const kept = preferences.editor.dockOpen ?? true;
  const wanted = tab !== 'preview' || kept;
  const open = wanted && (tab !== 'preview' || shown.node !== undefined);
  if (focused && tab === 'preview') return null;

  const keep = (dockOpen: boolean) => {
    if (dockOpen !== kept) change({ editor: { ...preferences.editor, dockOpen } });
    // The dock takes room from the canvas: the step it is about stays in sight.
    if (dockOpen && shown.node) revealDrawn(shown.node.id);
  };
  const choose = (next: DockTab) => {
    show(next);
    if (next === 'preview') keep(true);
  };
  const toggle = () => {
    if (tab !== 'preview') show('preview');
    keep(!wanted);
  };
  return (
    <section className="pe-dock" data-bottom-bar aria-label={t('dock')} style={open ? { height: size.value } : undefined} data-own-keys>
      {open && <ResizeHandle label={t('resizeDock')} edge="top" {...size} />}
      <Suspense>
        <DockTabs {...shown} open={open} wanted={wanted} onToggle={toggle} onChoose={choose} />
      </Suspense>
    </section>
  );
}
