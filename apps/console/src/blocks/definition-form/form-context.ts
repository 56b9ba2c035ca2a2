import { createContext, use } from 'react';
import type { FieldHint } from '@acequia/component-sdk/definition';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';

export interface FormSurroundings {
  /** Fields that arrive here, for pickers and checks; undefined when they are not known. */
  readonly fields: OfferedFields | undefined;
  readonly readOnly: boolean;
  /** Ports the chosen cluster offers. */
  readonly portRange: { readonly from: number; readonly to: number } | undefined;
  /** Values of this installation, for fields whose hint names a list of them. */
  readonly choices: FieldChoices;
}

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

export type FieldChoices = Readonly<Partial<Record<NonNullable<FieldHint['options']>, readonly FieldChoice[]>>>;

export const FormContext = createContext<FormSurroundings>({ fields: undefined, readOnly: false, portRange: undefined, choices: {} });

export const useFormSurroundings = (): FormSurroundings => use(FormContext);
