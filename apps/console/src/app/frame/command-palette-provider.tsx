import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { CommandPaletteContext, type PalettePage } from '#lib/command-palette/command-palette.ts';
import { useSession } from '#lib/session/index.ts';

const loadWindow = () => import('#features/command-palette/index.ts');
const CommandPaletteWindow = lazy(() => loadWindow().then((module) => ({ default: module.CommandPaletteWindow })));

/** The first of its two keys, or the pointer on its button, brings the window here. */
const fetchAhead = () => void loadWindow().catch(() => undefined);

/** Whether this is the palette's key, on any platform. */
const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/** The palette around the frame: Ctrl+K or ⌘K opens and closes it while shortcuts are on. */
export function CommandPaletteProvider({ children }: { readonly children: ReactNode }) {
  const { preferences } = useSession();
  const [page, setPage] = useState<PalettePage>();
  const palette = useMemo(
    () => ({ open: (start: PalettePage = 'main') => setPage(start), close: () => setPage(undefined), fetchAhead }),
    [],
  );
  useEffect(() => {
    if (!preferences.shortcuts) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') fetchAhead();
      if (event.defaultPrevented || !isPaletteKey(event)) return;
      event.preventDefault();
      setPage((now) => (now === undefined ? 'main' : undefined));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [preferences.shortcuts]);
  return (
    <CommandPaletteContext value={palette}>
      {children}
      {page !== undefined && (
        <Suspense>
          <CommandPaletteWindow startPage={page} onClose={palette.close} />
        </Suspense>
      )}
    </CommandPaletteContext>
  );
}
