import type { ReactNode, Ref } from 'react';
import { FieldNote, Textarea, type FieldControl } from '@acequia/ui';

/** Source text without help while typing, what is wrong with it below. */
export function PlainCode({
  value,
  onChange,
  control,
  disabled,
  placeholder,
  error,
  rows = 2,
  area,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly control: FieldControl;
  readonly disabled: boolean;
  readonly placeholder: string | undefined;
  readonly error: ReactNode;
  readonly rows?: number;
  readonly area?: Ref<HTMLTextAreaElement>;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <Textarea
        {...(area ? { ref: area } : {})}
        mono
        rows={rows}
        {...control}
        {...(error ? { 'aria-invalid': true } : {})}
        value={value}
        disabled={disabled}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <FieldNote error={error} />}
    </div>
  );
}
