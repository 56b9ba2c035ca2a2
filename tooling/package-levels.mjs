/**
 * Which package may import which (docs/architecture.md, "Levels"). The dependency rules are made from this table, and a
 * test compares it with the dependencies that each package.json declares.
 */
export const mayImport = {
  'packages/base': [],
  'packages/event': ['base'],
  'packages/wire': ['base'],
  'packages/journal': ['base'],
  'packages/batch': ['base', 'event'],
  'packages/lookup': ['base', 'event', 'batch'],
  'packages/component-sdk': ['base', 'event', 'batch'],
  'packages/components': ['component-sdk', 'event', 'batch', 'lookup', 'wire', 'base'],
  'packages/pipeline': ['base', 'event', 'component-sdk'],
  'packages/engine': ['base', 'event', 'batch', 'journal', 'component-sdk', 'pipeline'],
  'packages/domain': ['base', 'pipeline'],
  'packages/contract': ['base', 'event', 'domain', 'pipeline'],
  'packages/ui': [],
  'apps/console': ['ui', 'contract', 'domain', 'pipeline', 'event', 'components', 'component-sdk', 'base'],
  'apps/server': ['contract', 'domain', 'pipeline', 'event', 'lookup', 'components', 'component-sdk', 'wire', 'base'],
  'apps/worker': ['engine', 'journal', 'lookup', 'pipeline', 'component-sdk', 'components', 'wire', 'contract', 'event', 'batch', 'base'],
  'apps/cli': ['engine', 'journal', 'lookup', 'pipeline', 'components', 'component-sdk', 'contract', 'event', 'batch', 'wire', 'base'],
};
