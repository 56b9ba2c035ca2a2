import { useState } from 'react';
import { Button, Card, Message, SearchInput } from '@acequia/ui';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { findTerms, readGlossary } from '#blocks/glossary/read-glossary.ts';
import { glossaryTexts } from '../texts.ts';
import source from '../../../../../../docs/glossary.md?raw';

const terms = readGlossary(source);

/** The words of the product, from the page of the documentation. */
export function GlossaryPage() {
  const t = useTexts(glossaryTexts);
  const language = useLanguage();
  const [sought, setSought] = useState('');
  const found = findTerms(terms, sought, language);
  return (
    <>
      <PageHeader title={t('title')} crumbs={[{ label: t('home'), to: '/home' }]} count={terms.length} />
      <div className="frame-chips">
        <span className="w-[240px]">
          <SearchInput value={sought} onChange={setSought} aria-label={t('search')} placeholder={t('search')} />
        </span>
        <span className="text-muted">{t('lead')}</span>
      </div>
      <main className="frame-body">
        {found.length === 0 ? (
          <Message drawing="no-results" title={t('none')} actions={<Button onClick={() => setSought('')}>{t('clear')}</Button>} />
        ) : (
          <Card>
            <dl aria-label={t('title')}>
              {found.map(({ word, meaning }) => (
                <div key={word.en} className="grid grid-cols-[minmax(160px,260px)_1fr] gap-4 px-4 py-2.5 border-b last:border-b-0">
                  <dt className="font-medium">{word[language]}</dt>
                  <dd className="text-muted max-w-[680px]">{meaning[language].replaceAll(/[`*]/g, '')}</dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
      </main>
    </>
  );
}
