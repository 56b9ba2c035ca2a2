import { Icon } from '@acequia/ui';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useFieldDocs, type DocumentedField } from './docs-context.ts';
import { docsTexts } from './texts.ts';

/** Opens the documentation at this field. Nothing where there is none. */
export function LearnMore({ at }: { readonly at: DocumentedField }) {
  const t = useTexts(docsTexts);
  const language = useLanguage();
  const docs = useFieldDocs();
  if (!docs) return null;
  const label = t('learnMore', { field: at.field.words.label[language] });
  return (
    <button
      type="button"
      className="inline-flex rounded-sm text-muted hover:text-text"
      aria-label={label}
      title={label}
      onClick={() => docs.show(at)}
    >
      <Icon name="info" size={14} />
    </button>
  );
}
