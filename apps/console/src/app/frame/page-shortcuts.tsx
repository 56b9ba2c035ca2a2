import { useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { isTyping } from '#blocks/shortcuts/is-typing.ts';
import { ShortcutList } from '#blocks/shortcuts/shortcut-list.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useSession } from '#lib/session/index.ts';
import { paletteKey } from '#lib/command-palette/command-palette.ts';
import { appTexts } from '../texts.ts';

/** Keys of every page without a canvas; the editor has its own. Single letters can be switched off in the preferences. */
export function PageShortcuts() {
  const t = useTexts(appTexts);
  const { preferences } = useSession();
  const navigate = useNavigate();
  const [listed, setListed] = useState(false);
  const on = preferences.shortcuts;
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') setListed(true);
      else if (event.key === 'a') void navigate({ to: '.', search: (now) => ({ ...now, assistant: 'open' }) });
      else if (event.key !== '/' || !focusSearch()) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [on, navigate]);
  if (!listed) return null;
  const rows = [
    { text: t('keyPalette'), keys: [paletteKey()] },
    { text: t('keySearch'), keys: ['/'] },
    { text: t('assistant'), keys: ['A'] },
    { text: t('keyNext'), keys: ['Tab'] },
    { text: t('keyOpen'), keys: ['Enter'] },
    { text: t('keyClose'), keys: ['Esc'] },
    { text: t('keyList'), keys: ['?'] },
  ];
  return <ShortcutList title={t('shortcuts')} rows={rows} onClose={() => setListed(false)} />;
}

/** Whether the page has a search. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>('#content input[type=search]');
  search?.focus();
  return search !== null;
}
