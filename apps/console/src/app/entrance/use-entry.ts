import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { toOperationError, type OperationError } from '#lib/operations/operation-error.ts';

export interface Entry {
  readonly form: RefObject<HTMLFormElement | null>;
  /** The properties of a `Field` at a path that tell its fault: once it was left, or the form submitted. */
  readonly tell: ReturnType<typeof useToldFaults>;
  readonly pending: boolean;
  readonly refused: OperationError | undefined;
  readonly submit: (event: FormEvent) => void;
  /** Something was typed: what the server said of it before counts no more. */
  readonly edited: () => void;
}

/** A form of the pages before the session: sends when nothing is wrong, else (and after a refusal) the first fault gets the focus. */
export function useEntry(faulty: boolean, send: () => Promise<void>): Entry {
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<OperationError>();
  const run = async () => {
    setPending(true);
    try {
      await send();
    } catch (caught) {
      setRefused(toOperationError(caught));
      setPending(false);
      focusFirstFault(form.current);
    }
  };
  return {
    form,
    tell,
    pending,
    refused,
    submit: (event) => {
      event.preventDefault();
      setSubmitted(true);
      setRefused(undefined);
      if (faulty) focusFirstFault(form.current);
      else void run();
    },
    edited: () => setRefused(undefined),
  };
}
