import { Note, SearchInput } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cardsOf } from '#blocks/components/cards.ts';
import { findTerms, readGlossary } from '#blocks/glossary/read-glossary.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { assistantTexts } from './texts.ts';
import glossary from '../../../../../docs/glossary.md?raw';

const terms = readGlossary(glossary);
const foundMax = 8;

/** What helps while no model is set, and how one is set. */
export function ModelFreeHelp() {
  const t = useTexts(assistantTexts);
  return (
    <div className="as-body">
      <Note tone="neutral" title={t('offTitle')}>
        {t('offText', { url: 'ACEQUIA_ASSISTANT_URL', model: 'ACEQUIA_ASSISTANT_MODEL' })}
      </Note>
      <section>
        <h3>{t('helpSearch')}</h3>
        <DocsSearch />
      </section>
      <section>
        <h3>{t('helpParser')}</h3>
        <p className="text-muted">{t('helpParserText')}</p>
      </section>
      <section>
        <h3>{t('helpFields')}</h3>
        <p className="text-muted">{t('helpFieldsText')}</p>
      </section>
    </div>
  );
}

/** Words of the product and components, by name and meaning. */
function DocsSearch() {
  const t = useTexts(assistantTexts);
  const language = useLanguage();
  const [sought, setSought] = useState('');
  const text = sought.trim().toLowerCase();
  const found =
    text === ''
      ? []
      : [
          ...[...cardsOf('listener'), ...cardsOf('datasink')]
            .filter(({ name, summary }) => `${name[language]} ${summary[language]}`.toLowerCase().includes(text))
            .map(({ id, name, summary }) => ({ key: `component ${id} ${name.en}`, word: name[language], meaning: summary[language] })),
          ...findTerms(terms, text, language).map(({ word, meaning }) => ({
            key: `term ${word.en}`,
            word: word[language],
            meaning: meaning[language].replaceAll(/[`*]/g, ''),
          })),
        ].slice(0, foundMax);
  return (
    <>
      <SearchInput value={sought} onChange={setSought} aria-label={t('helpSearch')} placeholder={t('searchPlaceholder')} />
      <div aria-live="polite">
        {text !== '' && found.length === 0 && <p className="text-muted pt-2">{t('searchNone')}</p>}
        {found.length > 0 && (
          <dl className="as-found">
            {found.map(({ key, word, meaning }) => (
              <div key={key}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <Link to="/glossary" className="ui-link inline-block pt-1.5">
        {t('searchMore')}
      </Link>
    </>
  );
}
