import { ShortcutList } from '#blocks/shortcuts/shortcut-list.tsx';
import { useTexts } from '#i18n/index.ts';
import { helpTexts } from '../../texts/help.ts';
import { shortcuts } from '../shortcuts.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(helpTexts);
  return (
    <ShortcutList title={t('help.title')} rows={shortcuts.map(({ name, keys }) => ({ text: t(`help.${name}`), keys }))} onClose={onClose} />
  );
}
