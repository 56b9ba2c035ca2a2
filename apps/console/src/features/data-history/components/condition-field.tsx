import type { Listener } from '@acequia/contract';
import { outputsOf } from '#blocks/components/listener-outputs.ts';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { ConditionEditor } from '#blocks/condition-editor/condition-editor.tsx';
import type { EditedExpression } from '#blocks/condition-editor/model/condition-forms.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { dataHistoryTexts } from '../texts.ts';

/** A condition over the fields that the listener's events have. */
export function ConditionField({
  listener,
  value,
  onChange,
}: {
  readonly listener: Listener;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const t = useTexts(dataHistoryTexts);
  const fields = outputsOf(useDefinition('listener', listener.component), listener);
  return <ConditionEditor label={t('condition')} value={value as EditedExpression | undefined} onChange={onChange} fields={fields} />;
}
