import { useRef, useState } from 'react';
import { Button, Field, Textarea, toast } from '@acequia/ui';
import type { LetterDetail } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { prettyJson } from '../model/pretty-json.ts';
import { deadLetterTexts } from '../texts.ts';
import { useReason } from './use-reason.ts';

/** The fields of an event as JSON, to be changed. What is typed stays until it is saved or given up. */
export function LetterEdit({
  letter,
  json,
  onSaved,
  onCancel,
}: {
  readonly letter: LetterDetail;
  readonly json: string;
  readonly onSaved: (id: string) => void;
  readonly onCancel: () => void;
}) {
  const t = useTexts(deadLetterTexts);
  const reason = useReason();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(() => prettyJson(json));
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const edit = useCommand('deadLetters:edit', {
    inlineErrors: true,
    onSuccess: ({ id }) => {
      toast({ tone: 'success', title: t('saved'), content: t('savedText') });
      onSaved(id);
    },
    onError: () => focusFirstFault(form.current),
  });
  const fault = isJson(text) ? (edit.error ? faultText(edit.error, reason) : undefined) : t('notJson');
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (!isJson(text)) focusFirstFault(form.current);
        else edit.mutate({ id: letter.id, json: text });
      }}
    >
      <Field label={t('json')} hint={t('jsonHint')} {...tell('json', fault)}>
        {(control) => (
          <Textarea
            {...control}
            mono
            className="letters-json"
            value={text}
            onChange={(event) => {
              edit.reset();
              setText(event.target.value);
            }}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={edit.isPending}>
          {t('save')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function faultText(error: OperationError, reason: ReturnType<typeof useReason>): string {
  const { fault, offset, field } = error.fields;
  const { title, text } =
    typeof fault === 'string'
      ? reason({ code: fault, ...(typeof offset === 'number' ? { offset } : {}), ...(typeof field === 'string' ? { field } : {}) })
      : describeError(error);
  return `${title}. ${text}`;
}
