import { lazy, Suspense, useId, useState } from 'react';
import { FieldNote, Segmented, Skeleton } from '@acequia/ui';
import { checkCondition, isVisual } from '@acequia/event';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { codeFaultText } from '#blocks/definition-form/fault-text.ts';
import { GroupRows } from './group-rows.tsx';
import { emptyGroup, inCode, inRows, isFilled, rowsFor, type EditedExpression } from './model/condition-forms.ts';
import { astOf, groupOf, type Group } from './model/condition-rows.ts';
import { conditionTexts } from './texts.ts';

/** Brings the code editor along. */
const CodeEditor = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

export interface ConditionEditorProps {
  readonly value: EditedExpression | undefined;
  /** While a code text cannot be read, `ast` is missing and the text stands in `code`: no schema accepts that. */
  readonly onChange: (value: unknown) => void;
  /** Fields of the events that are tested. */
  readonly fields: OfferedFields | undefined;
  readonly readOnly?: boolean;
  readonly label: string;
}

/** A condition as rows or as code; one AST underneath. Going from one form to the other changes nothing of it. */
export function ConditionEditor({ value, onChange, fields, readOnly = false, label }: ConditionEditorProps) {
  const t = useTexts(conditionTexts);
  const language = useLanguage();
  const codeId = useId();
  const [edited, setEdited] = useState<Group>(() => (value?.ast && groupOf(value.ast)) ?? emptyGroup);
  const visualPossible = value?.ast === undefined || isVisual(value.ast);
  const [chosen, setChosen] = useState(value?.form ?? 'visual');
  const form = visualPossible ? (value?.form ?? chosen) : 'code';
  const group = rowsFor(value, edited, fields);
  const unreadable = form === 'code' && value !== undefined && inRows(value) === undefined;
  const faults = value?.ast && fields ? checkCondition(value.ast, fields).faults : [];
  const change = (next: Group) => {
    setEdited(next);
    onChange(isFilled(next) ? { form: 'visual', ast: astOf(next, fields) } : { form: 'visual' });
  };
  const switchTo = (next: 'visual' | 'code') => {
    if (next === form || (next === 'visual' && !visualPossible)) return;
    setChosen(next);
    if (next === 'code') {
      setEdited(group);
      onChange(inCode(value, group, fields));
    } else if (value === undefined) onChange({ form: 'visual' });
    else {
      const rows = inRows(value);
      if (rows) onChange(rows);
    }
  };
  return (
    <div className="flex flex-col gap-2" role="group" aria-label={label}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Segmented
          label={t('form')}
          value={form}
          onChange={switchTo}
          options={[
            { value: 'visual', label: t('visual') },
            { value: 'code', label: t('code') },
          ]}
        />
        {form === 'code' && !visualPossible && <span className="ui-hint">{t('codeOnly')}</span>}
        {unreadable && <span className="ui-hint">{t('unreadable')}</span>}
      </div>
      {form === 'visual' ? (
        <>
          <GroupRows group={group} onChange={change} fields={fields} readOnly={readOnly} depth={1} />
          {!isFilled(group) && value !== undefined && <FieldNote error={t('incomplete')} />}
          {isFilled(group) && faults[0] && <FieldNote error={codeFaultText(faults[0], language)} />}
        </>
      ) : (
        <Suspense fallback={<Skeleton height={52} />}>
          <CodeEditor
            kind="condition"
            value={value}
            onChange={(next) => {
              setChosen('code');
              onChange(next);
            }}
            fields={fields}
            readOnly={readOnly}
            placeholder={t('codePlaceholder')}
            control={{ id: codeId }}
            label={label}
          />
        </Suspense>
      )}
    </div>
  );
}
