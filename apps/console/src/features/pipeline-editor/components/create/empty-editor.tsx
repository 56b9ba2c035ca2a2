import '../../pipeline-editor.css';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { HeaderStart } from '../header/header-start.tsx';

/** The editor before there is a pipeline; `children` ask what it is called. */
export function EmptyEditor({ children }: { readonly children: ReactNode }) {
  const t = useTexts(editorTexts);
  return (
    <main className="pe-editor">
      <header className="pe-header">
        <HeaderStart to="/pipelines" back={t('back')}>
          <div className="pe-name">
            <h1>{t('newPipeline')}</h1>
          </div>
          <span className="pe-save">{t('neverPublished')}</span>
        </HeaderStart>
      </header>
      <div className="pe-body">
        <div className="pe-palette" aria-hidden />
        <div className="pe-middle">
          <div className="pe-canvas">
            <div className="pe-stage pe-stage-empty" />
          </div>
        </div>
      </div>
      {children}
    </main>
  );
}
