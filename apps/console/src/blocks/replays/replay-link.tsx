import { Link } from '@tanstack/react-router';
import { Icon } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { ReplaySearch } from '#lib/search/replay-search.ts';
import { replayListTexts } from './texts.ts';

/** Opens the window of a new replay over the page; for menus. */
export function ReplayLink({ begin, ...rest }: { readonly begin: Omit<ReplaySearch, 'replay'> }) {
  const t = useTexts(replayListTexts);
  return (
    <Link to="." search={(search) => ({ ...search, ...begin, replay: 'new' })} {...rest}>
      <Icon name="play" size={14} />
      {t('menu')}
    </Link>
  );
}
