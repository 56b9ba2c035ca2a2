import { Icon } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';

/** Opens what tries the pipeline over the page. */
export function TestButton() {
  const t = useTexts(editorTexts);
  return (
    <Link
      to="."
      search={((known: object) => ({ ...known, testing: 'debug' })) as never}
      className="ui-btn ui-btn-secondary pe-test-button"
      title={t('testing')}
    >
      <Icon name="test" size={14} />
      {t('testing')}
    </Link>
  );
}
