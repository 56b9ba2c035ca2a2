import { lazy } from 'react';
import { useParams, useSearch } from '@tanstack/react-router';
import { Guarded } from '#blocks/page/guarded.tsx';
import { MarketplacePage, TemplatePage } from '#features/marketplace/index.ts';

/** The canvas loads after the page, and apart from the editor's entry: what else that gives would come with it. */
const DocumentDrawing = lazy(() =>
  import('#features/pipeline-editor/components/focus/document-drawing.tsx').then((module) => ({ default: module.DocumentDrawing })),
);

export function MarketplaceRoute() {
  const search = useSearch({ from: '/inside/marketplace' });
  return (
    <Guarded permission="template:read">
      <MarketplacePage search={search} />
    </Guarded>
  );
}

export function TemplateRoute() {
  const { templateId } = useParams({ from: '/inside/marketplace/$templateId' });
  const search = useSearch({ from: '/inside/marketplace/$templateId' });
  return (
    <Guarded permission="template:read">
      <TemplatePage
        key={templateId}
        id={templateId}
        search={search}
        drawing={({ graph, actionFrom }) => <DocumentDrawing id={templateId} document={graph} listener={actionFrom.name} />}
      />
    </Guarded>
  );
}
