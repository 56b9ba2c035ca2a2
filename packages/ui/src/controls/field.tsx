import { useId, type ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';

export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-required'?: true;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** At the right end of the label line. */
  readonly end?: ReactNode;
  /** Said after the label when the field may stay empty. */
  readonly optional?: string;
  readonly id?: string;
  /** Of its value in the form; whoever looks for the field finds it by this. */
  readonly path?: string;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Label, control, and beneath it the hint or the fault. The control gets the ids that tie them together. */
export function Field({ label, hint, error, required, end, optional, id: givenId, path, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const note = error ?? hint;
  return (
    <div className="ui-field" data-path={path}>
      <div className="ui-label">
        <label htmlFor={id}>{label}</label>
        {optional && <span className="ui-hint">{optional}</span>}
        {end && <span className="ui-label-end">{end}</span>}
      </div>
      {children({
        id,
        ...(note ? { 'aria-describedby': `${id}-note` } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
        ...(required ? { 'aria-required': true } : {}),
      })}
      {note && <FieldNote id={`${id}-note`} error={error} hint={hint} />}
    </div>
  );
}

export function FieldNote({ id, error, hint }: { readonly id?: string; readonly error?: ReactNode; readonly hint?: ReactNode }) {
  if (error) {
    return (
      <p id={id} className="ui-error">
        <Icon name="error" size={12} />
        <span>{error}</span>
      </p>
    );
  }
  return hint ? (
    <p id={id} className="ui-hint">
      {hint}
    </p>
  ) : null;
}
