import { useId, useRef, useState, type FormEvent } from 'react';
import { Button, CopyCode, Dialog, Field, FieldNote, Input, Note, toast } from '@acequia/ui';
import { checkCondition, storedExpressionSchema } from '@acequia/event';
import type { Label, Listener } from '@acequia/contract';
import { codeFaultText } from '#blocks/definition-form/fault-text.ts';
import { usePatternEngine } from '#blocks/definition-form/model/use-pattern-engine.ts';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { ConditionEditor } from '#blocks/condition-editor/condition-editor.tsx';
import { nameTakenCodes } from '#blocks/metadata/metadata-faults.ts';
import { useNameTaken } from '#blocks/metadata/use-name-taken.ts';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import type { EditedExpression } from '#blocks/condition-editor/model/condition-forms.ts';
import { DraftMatches } from './draft-matches.tsx';
import { outputsOf } from '#blocks/components/listener-outputs.ts';
import { labelTexts } from './texts.ts';

/** Makes or changes a label. */
export function LabelDialog({
  listener,
  label,
  onClose,
  onSaved,
}: {
  readonly listener: Listener;
  readonly label: Label | undefined;
  readonly onClose: () => void;
  /** Beside closing. */
  readonly onSaved?: (label: Label) => void;
}) {
  const t = useTexts(labelTexts);
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const fields = outputsOf(useDefinition('listener', listener.component), listener);
  const [name, setName] = useState(label?.name ?? '');
  const [description, setDescription] = useState(label?.description ?? '');
  const [condition, setCondition] = useState<unknown>(label?.condition ?? undefined);
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const { data: labels } = useOperation('labels:list', { listenerId: listener.id });
  const done = (saved: Label) => {
    toast({ title: t('labelSaved') });
    onSaved?.(saved);
    onClose();
  };
  const create = useCommand('labels:create', { inlineErrors: true, onSuccess: done });
  const update = useCommand('labels:update', { inlineErrors: true, onSuccess: done });
  const error = create.error ?? update.error;
  const taken = useNameTaken(error, name);
  const reserved = [t('all'), t('unlabelled'), 'all', 'unlabelled'].some((word) => word.toLowerCase() === name.trim().toLowerCase());
  const nameFault =
    name.trim() === ''
      ? t('nameEmpty')
      : name.trim().length > 64
        ? t('nameLong')
        : reserved
          ? t('nameReserved')
          : taken
            ? t('nameTaken')
            : undefined;
  // A pattern is a fault only once it can be read.
  usePatternEngine();
  const stored = storedExpressionSchema.safeParse(condition);
  const [conditionFault] = stored.success ? checkCondition(stored.data.ast, fields).faults : [];
  const conditionOk = stored.success && conditionFault === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSubmitted(true);
    if ((nameFault && !taken) || !conditionOk) {
      focusFirstFault(form.current);
      return;
    }
    const input = { name: name.trim(), description, condition };
    if (label) update.mutate({ id: label.id, ...input });
    else create.mutate({ listenerId: listener.id, ...input });
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={label ? t('editLabel', { name: label.name }) : t('addLabel')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={create.isPending || update.isPending}>
            {t('saveLabel')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {label && label.usedBy.length > 0 && (
          <Note tone="warning">
            {t('usedWarning', { count: label.usedBy.length })} {label.usedBy.map((pipeline) => pipeline.name).join(', ')}
          </Note>
        )}
        {error && !nameTakenCodes.has(error.code) && (
          <Note tone="danger">
            {describeError(error).text} <CopyCode text={error.code} />
          </Note>
        )}
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('labelName')} required {...tell('name', nameFault)}>
            {(control) => <Input {...control} autoFocus value={name} onChange={(event) => setName(event.target.value)} />}
          </Field>
          <Field label={t('labelDescription')} optional={t('optional')}>
            {(control) => (
              <Input {...control} value={description} maxLength={2000} onChange={(event) => setDescription(event.target.value)} />
            )}
          </Field>
        </div>
        <div className="flex flex-col gap-1.5">
          <span className="ui-label">{t('condition')}</span>
          <ConditionEditor
            label={t('condition')}
            value={condition as EditedExpression | undefined}
            onChange={setCondition}
            fields={fields}
          />
          {submitted && condition === undefined && <FieldNote error={t('conditionMissing')} />}
        </div>
        <section className="flex flex-col gap-2 border-t pt-3" aria-label={t('recent')}>
          <h3 className="ui-label">{t('recent')}</h3>
          {conditionFault ? (
            <FieldNote error={t('conditionFault', { fault: codeFaultText(conditionFault, language) })} />
          ) : (
            <DraftMatches listenerId={listener.id} label={label} labels={labels ?? []} condition={stored.success ? condition : undefined} />
          )}
        </section>
      </form>
    </Dialog>
  );
}
