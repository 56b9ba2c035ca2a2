import { useState } from 'react';
import { FieldNote, Segmented } from '@acequia/ui';
import { checkCondition, isVisual, type FieldSet, type StoredExpression } from '@acequia/event';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { codeFaultText } from '#blocks/definition-form/fault-text.ts';
import { CodeEditor } from './code-editor.tsx';
import { GroupRows } from './group-rows.tsx';
import { astOf, complete, emptyRow, groupOf, isGroup, type Group } from './model/condition-rows.ts';
import { conditionTexts } from './texts.ts';

export interface ConditionEditorProps {
  readonly value: StoredExpression | undefined;
  /** While a code text cannot be read, `ast` is missing and the text stands in `code`: no schema accepts that. */
  readonly onChange: (value: unknown) => void;
  /** Fields of the events that are tested. */
  readonly fields: FieldSet | undefined;
  readonly readOnly?: boolean;
  readonly label: string;
}

/** A condition as rows or as code; one AST underneath. */
export function ConditionEditor({ value, onChange, fields, readOnly = false, label }: ConditionEditorProps) {
  const t = useTexts(conditionTexts);
  const language = useLanguage();
  const [group, setGroup] = useState<Group>(
    () => (value?.ast && groupOf(value.ast)) ?? { join: 'and', members: [{ not: false, item: emptyRow }] },
  );
  const form = value?.form ?? 'visual';
  const readable = value?.ast !== undefined;
  const visualPossible = !readable || isVisual(value.ast);
  const filled = completeGroup(group);
  const faults = readable && fields ? checkCondition(value.ast, fields).faults : [];
  const change = (next: Group) => {
    setGroup(next);
    onChange(completeGroup(next) ? { form: 'visual', ast: astOf(next, fields) } : { form: 'visual' });
  };
  const switchTo = (next: 'visual' | 'code') => {
    if (next === form) return;
    if (next === 'visual' && readable) setGroup(groupOf(value.ast) ?? group);
    onChange(readable ? { form: next, ast: value.ast } : { form: next, ...(next === 'code' ? { code: '' } : {}) });
  };
  return (
    <div className="flex flex-col gap-2" role="group" aria-label={label}>
      <div className="flex items-center gap-3">
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
      </div>
      {form === 'visual' && visualPossible ? (
        <>
          <GroupRows group={group} onChange={change} fields={fields} readOnly={readOnly} depth={1} />
          {!filled && value !== undefined && <FieldNote error={t('incomplete')} />}
          {filled && faults[0] && <FieldNote error={codeFaultText(faults[0], language)} />}
        </>
      ) : (
        <CodeEditor
          kind="condition"
          value={value}
          onChange={onChange}
          fields={fields}
          readOnly={readOnly}
          placeholder={t('codePlaceholder')}
          control={{ id: `${label}-code` }}
        />
      )}
    </div>
  );
}

const completeGroup = (group: Group): boolean =>
  group.members.length > 0 && group.members.every(({ item }) => (isGroup(item) ? completeGroup(item) : complete(item)));
