import { componentsPage } from './components-page.ts';
import { errorsPage } from './errors-page.ts';
import { functionsPage } from './functions-page.ts';
import { operationsPage } from './operations-page.ts';
import { permissionsPage } from './permissions-page.ts';

/** The generated pages of `docs/reference`, by file name. The same code gives the same text. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  'operations.md': operationsPage(),
  'errors.md': errorsPage(),
  'components.md': componentsPage(),
  'functions.md': functionsPage(),
  'permissions.md': permissionsPage(),
});
