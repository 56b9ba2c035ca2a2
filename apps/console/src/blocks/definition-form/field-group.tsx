import { useId, useState } from 'react';
import type { ConfigFault } from '@acequia/component-sdk/definition';
import type { Localised } from '@acequia/component-sdk/text';
import { Icon } from '@acequia/ui';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import type * as z from 'zod';
import { anyFault, faultsUnder } from './model/faults.ts';
import { describeFields, inSections, type FormField, type FormWords } from './model/describe-fields.ts';
import { FormLine } from './form-line.tsx';
import { formTexts } from './texts.ts';

export interface FieldGroupProps {
  readonly schema: z.core.$ZodType;
  readonly words: FormWords;
  readonly titles: Readonly<Record<string, Localised>>;
  readonly value: Readonly<Record<string, unknown>>;
  readonly onChange: (value: Record<string, unknown>) => void;
  readonly faults: readonly ConfigFault[];
  /** Where this object stands in the configuration; empty at the top. */
  readonly path: string;
  /** Fields of this object that keep their value without being shown. */
  readonly hidden?: ReadonlySet<string> | undefined;
}

/** The fields of one object in their sections. */
export function FieldGroup({ schema, words, titles, value, onChange, faults, path, hidden }: FieldGroupProps) {
  const language = useLanguage();
  const sections = inSections(describeFields(schema, words, value, hidden));
  const lines = (fields: readonly FormField[]) => (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4">
      {fields.map((field) => (
        <FormLine
          key={field.name}
          field={field}
          titles={titles}
          value={value[field.name]}
          faults={faultsUnder(faults, field.name)}
          path={path === '' ? field.name : `${path}.${field.name}`}
          siblings={value}
          onChange={(next) =>
            onChange(withMember(field.hint.widget === 'operation' ? { ...value, parameters: {} } : value, field.name, next))
          }
        />
      ))}
    </div>
  );
  return (
    <>
      {sections.map((section) => (
        <div key={section.group ?? ''} className="flex flex-col gap-3">
          {section.group && path === '' && section.plain.length > 0 && (
            <h3 className="text-sm font-semibold pb-2 border-b">{titles[section.group]?.[language] ?? section.group}</h3>
          )}
          {section.plain.length > 0 && lines(section.plain)}
          {section.advanced.length > 0 && (
            <Advanced
              title={section.group && path === '' && section.plain.length === 0 ? (titles[section.group]?.[language] ?? section.group) : ''}
              count={section.advanced.length}
              forced={anyFault(
                faults,
                section.advanced.map((field) => field.name),
              )}
            >
              {lines(section.advanced)}
            </Advanced>
          )}
        </div>
      ))}
    </>
  );
}

function withMember(value: Readonly<Record<string, unknown>>, name: string, next: unknown): Record<string, unknown> {
  const { [name]: _old, ...rest } = value;
  return next === undefined ? rest : { ...value, [name]: next };
}

function Advanced({
  title,
  count,
  forced,
  children,
}: {
  /** Of a group that has nothing else. */
  readonly title: string;
  readonly count: number;
  readonly forced: boolean;
  readonly children: React.ReactNode;
}) {
  const t = useTexts(formTexts);
  const id = useId();
  const [opened, setOpened] = useState(false);
  const open = opened || forced;
  return (
    <div>
      <button
        type="button"
        className="flex items-center gap-1 text-xs text-muted font-medium hover:text-text rounded-sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpened(!open)}
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} />
        {title !== '' && <span className="text-sm font-semibold text-text mr-1">{title}</span>}
        {t('advanced', { count })}
      </button>
      <div id={id} hidden={!open} className="mt-3">
        {open && children}
      </div>
    </div>
  );
}
