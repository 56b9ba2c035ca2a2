import { useEffect, useState } from 'react';
import { Skeleton } from '@acequia/ui';
import { useLanguage } from '#i18n/use-texts.ts';
import type { ComponentKind } from './component-icon.tsx';
import { Markdown } from './markdown.tsx';

const pages = import.meta.glob<string>('../../../../../packages/components/src/{listeners,actions,datasinks}/*/docs*.md', {
  query: '?raw',
  import: 'default',
});

function pageOf(kind: ComponentKind, id: string, language: 'en' | 'es'): (() => Promise<string>) | undefined {
  const find = (file: string) => Object.entries(pages).find(([path]) => path.endsWith(`/${kind}s/${id}/${file}`))?.[1];
  return (language === 'es' ? find('docs.es.md') : undefined) ?? find('docs.md');
}

/** The help page of a component, in the page's language. */
export function ComponentHelp({ kind, id }: { readonly kind: ComponentKind; readonly id: string }) {
  const language = useLanguage();
  const key = `${kind}/${id}/${language}`;
  const [page, setPage] = useState<{ readonly key: string; readonly text: string }>();
  useEffect(() => {
    let gone = false;
    void pageOf(kind, id, language)?.().then((text) => !gone && setPage({ key, text }));
    return () => {
      gone = true;
    };
  }, [kind, id, language, key]);
  if (page?.key === key) return <Markdown source={page.text} />;
  return (
    <div className="flex flex-col gap-2" aria-busy>
      <Skeleton width="60%" />
      <Skeleton />
      <Skeleton width="85%" />
    </div>
  );
}
