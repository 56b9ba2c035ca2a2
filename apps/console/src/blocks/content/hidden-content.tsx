import { Message, Note } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { contentTexts } from './texts.ts';

/** In the place of event contents, for who may not see them. */
export function HiddenContent() {
  const t = useTexts(contentTexts);
  return (
    <Message drawing="locked" title={t('hidden')}>
      {t('hiddenWhy')}
    </Message>
  );
}

/** The same beside what may be seen. */
export function HiddenContentNote() {
  const t = useTexts(contentTexts);
  return (
    <Note icon="lock" title={t('hidden')}>
      {t('hiddenWhy')}
    </Note>
  );
}
