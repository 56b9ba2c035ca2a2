import { ShortcutList } from '#blocks/shortcuts/shortcut-list.tsx';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { shortcuts } from '../shortcuts.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(editorTexts);
  return (
    <ShortcutList title={t('help.title')} rows={shortcuts.map(({ name, keys }) => ({ text: t(`help.${name}`), keys }))} onClose={onClose} />
  );
}
