import { useMemo } from 'react';
import { Combobox, TypeChip } from '@acequia/ui';
import { findOperation, operationGroupText, operations } from '@acequia/components/definitions';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { FieldGroup } from '../field-group.tsx';
import type { FormWords } from '../model/describe-fields.ts';
import { formTexts } from '../texts.ts';
import { textOf, type WidgetProps } from './widget.ts';

/** Picks an operation on a field by typing a part of its name; its purpose stands below. */
export function OperationWidget({ value, onChange, control, disabled }: WidgetProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const options = useMemo(
    () =>
      operations
        .map(({ id, title, group }) => ({ value: id, label: title[language], end: operationGroupText[group][language] }))
        .sort((a, b) => a.end.localeCompare(b.end) || a.label.localeCompare(b.label)),
    [language],
  );
  const chosen = findOperation(textOf(value));
  const example = chosen?.examples[0];
  return (
    <div className="flex flex-col gap-1.5">
      <Combobox
        {...control}
        value={textOf(value)}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        options={options}
        showLabel
        placeholder={t('choose')}
        disabled={disabled}
      />
      {chosen && (
        <p className="ui-hint flex flex-wrap items-center gap-1.5">
          {chosen.summary[language]}
          {chosen.input !== 'any' && chosen.input.map((type) => <TypeChip key={type} type={type} />)}
          {example && typeof example.input === 'string' && typeof example.output === 'string' && (
            <code className="truncate max-w-full">
              {example.input} → {example.output}
            </code>
          )}
        </p>
      )}
    </div>
  );
}

/** The parameters of the operation chosen beside them. */
export function ParametersWidget({ siblings, titles, value, onChange, faults, path }: WidgetProps) {
  const operation = findOperation(textOf(siblings['operation']));
  const inner = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  if (!operation || Object.keys(operation.parameters.shape).length === 0) return null;
  return (
    <div className="rounded-md border p-3 flex flex-col gap-3">
      <FieldGroup
        schema={operation.parameters}
        words={operation.text as FormWords}
        titles={titles}
        value={inner}
        onChange={onChange}
        faults={faults}
        path={path}
      />
    </div>
  );
}
