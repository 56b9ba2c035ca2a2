import { createContext, use } from 'react';

/** Where the forms of a table stand: pages of their own, or over the home page. */
const pathsBelow = <const B extends '/enrichments' | '/home/enrichments', const L extends '/enrichments' | '/home'>(base: B, list: L) =>
  ({
    /** What is left when a form is given up. */
    list,
    create: `${base}/create`,
    edit: `${base}/$lookupId/edit`,
    newVersion: `${base}/$lookupId/edit/createNewVersion`,
    version: `${base}/$lookupId/edit/$version/versionDetail`,
  }) as const;

const ownPages = pathsBelow('/enrichments', '/enrichments');
export const overHome = pathsBelow('/home/enrichments', '/home');
type EnrichmentPaths = typeof ownPages | typeof overHome;

export const EnrichmentPathsContext = createContext<EnrichmentPaths>(ownPages);
export const useEnrichmentPaths = (): EnrichmentPaths => use(EnrichmentPathsContext);
