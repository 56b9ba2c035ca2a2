import type { FieldControl } from '@acequia/ui';
import type { ConfigFault } from '@acequia/component-sdk/definition';
import type { Localised } from '@acequia/component-sdk/text';
import type { FormField } from '../model/describe-fields.ts';

/** What every editor of a value is given. */
export interface WidgetProps {
  readonly field: FormField;
  readonly titles: Readonly<Record<string, Localised>>;
  /** The value or its default. */
  readonly value: unknown;
  /** undefined takes the value out of the configuration. */
  readonly onChange: (value: unknown) => void;
  readonly faults: readonly ConfigFault[];
  readonly path: string;
  /** The object the value stands in. */
  readonly siblings: Readonly<Record<string, unknown>>;
  readonly control: FieldControl;
  readonly label: string;
  readonly disabled: boolean;
  readonly placeholder: string | undefined;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
