import { createContext, use } from 'react';
import type { FormField } from '../model/describe-fields.ts';

/** A field with the place it stands at in the configuration. */
export interface DocumentedField {
  readonly field: FormField;
  readonly path: string;
}

export interface FieldDocs {
  /** Whether the drawer is open; it follows the focus then. */
  readonly open: boolean;
  /** Opens the drawer at a field. */
  readonly show: (field: DocumentedField) => void;
  /** A field has the focus now. */
  readonly follow: (field: DocumentedField) => void;
}

export const FieldDocsContext = createContext<FieldDocs | undefined>(undefined);

/** Undefined where a form has no documentation. */
export const useFieldDocs = (): FieldDocs | undefined => use(FieldDocsContext);
