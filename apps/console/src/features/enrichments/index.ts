export { EnrichmentsPage } from './components/enrichments-page.tsx';
export { EnrichmentCreatePage, EnrichmentTypePage } from './components/enrichment-create.tsx';
export { EnrichmentEditPage } from './components/enrichment-edit.tsx';
export { EnrichmentPathsContext, overHome } from './model/enrichment-paths.ts';
export { NewVersionDialog } from './components/new-version.tsx';
export { VersionDrawer } from './components/version-drawer.tsx';
