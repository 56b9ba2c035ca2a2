import { useMemo, useRef, type RefObject } from 'react';
import { groupTitles, type ConfigFault, type ConfigSchema, type Follow } from '@acequia/component-sdk/definition';
import type { Localised } from '@acequia/component-sdk/text';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import type { DocumentedComponent } from './docs/docs-drawer.tsx';
import { FormContext, type FieldChoices, type FormSurroundings } from './form-context.ts';
import { FieldGroup } from './field-group.tsx';
import { WithDocs } from './docs/with-docs.tsx';
import { WidgetContext } from './widget-context.ts';
import { widgetFor } from './widgets/widgets.ts';
import type { FormWords } from './model/describe-fields.ts';

export interface DefinitionFormProps {
  readonly schema: ConfigSchema;
  /** `definition.text.fields` */
  readonly words: unknown;
  /** `definition.text.groups` */
  readonly groups?: Readonly<Record<string, Localised>> | undefined;
  readonly value: Readonly<Record<string, unknown>>;
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void;
  /** `definition.follow` */
  readonly follow?: Follow | undefined;
  readonly faults?: readonly ConfigFault[];
  readonly fields?: OfferedFields | undefined;
  readonly portRange?: { readonly from: number; readonly to: number } | undefined;
  readonly choices?: FieldChoices | undefined;
  /** Top fields that keep their value without being shown, as a preset says. */
  readonly hidden?: ReadonlySet<string> | undefined;
  readonly readOnly?: boolean;
  readonly form?: RefObject<HTMLElement | null>;
  /** Whose configuration it is: its fields then have their documentation beside the form. */
  readonly component?: DocumentedComponent | undefined;
}

const noFaults: readonly ConfigFault[] = [];
const noChoices: FieldChoices = {};

/** The form of a component's configuration, drawn from its schema, hints and words. Holds no state of its own. */
export function DefinitionForm({
  schema,
  words,
  groups,
  value,
  onChange,
  follow,
  faults = noFaults,
  fields,
  portRange,
  choices = noChoices,
  hidden,
  readOnly = false,
  form,
  component,
}: DefinitionFormProps) {
  const own = useRef<HTMLElement>(null);
  const section = form ?? own;
  const surroundings = useMemo<FormSurroundings>(() => ({ fields, readOnly, portRange, choices }), [fields, readOnly, portRange, choices]);
  const titles = useMemo(() => ({ ...groupTitles, ...groups }), [groups]);
  const fieldsOfForm = (
    <section ref={section} className="flex flex-col gap-5">
      <FieldGroup
        schema={schema}
        words={words as FormWords}
        titles={titles}
        value={value}
        onChange={(next) => onChange(follow ? follow(next, value) : next)}
        faults={faults}
        path=""
        hidden={hidden}
      />
    </section>
  );
  return (
    <FormContext value={surroundings}>
      <WidgetContext value={widgetFor}>
        {component ? (
          <WithDocs component={component} form={section}>
            {fieldsOfForm}
          </WithDocs>
        ) : (
          fieldsOfForm
        )}
      </WidgetContext>
    </FormContext>
  );
}
