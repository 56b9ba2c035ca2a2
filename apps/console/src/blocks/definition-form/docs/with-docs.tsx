import { useMemo, useState, type ReactNode, type RefObject } from 'react';
import { FieldDocsContext, type DocumentedField, type FieldDocs } from './docs-context.ts';
import { DocsDrawer, type DocumentedComponent } from './docs-drawer.tsx';

/** A form with its documentation at hand: a drawer that shows the field asked for, then whichever has the focus. */
export function WithDocs({
  component,
  form,
  children,
}: {
  readonly component: DocumentedComponent;
  readonly form: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) {
  const [at, setAt] = useState<DocumentedField>();
  const open = at !== undefined;
  const docs = useMemo<FieldDocs>(
    () => ({ open, show: setAt, follow: (field) => setAt((now) => (now === undefined || now.path === field.path ? now : field)) }),
    [open],
  );
  return (
    <FieldDocsContext value={docs}>
      {children}
      {at && <DocsDrawer at={at} component={component} beside={form.current} onClose={() => setAt(undefined)} />}
    </FieldDocsContext>
  );
}
