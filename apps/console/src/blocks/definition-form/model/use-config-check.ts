import { useMemo, useRef, useState, type RefObject } from 'react';
import { parseConfig, type ConfigFault, type ConfigSchema } from '@acequia/component-sdk/definition';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useLeftFields } from '#lib/forms/use-left-fields.ts';

export interface ConfigCheck {
  /** Faults to show: before the first submission those of fields that were left, then all; as they are now. */
  readonly faults: readonly ConfigFault[];
  /** Shows all faults and returns the checked configuration, or undefined with the first wrong field focused. */
  readonly submit: () => Record<string, unknown> | undefined;
  readonly form: RefObject<HTMLElement | null>;
  /** Faults the server found. */
  readonly refuse: (faults: readonly ConfigFault[]) => void;
}

const none: readonly ConfigFault[] = [];

/** Checks a field when it is left, and all of them on submission; a told fault goes while it is mended. `further` are faults the schema cannot know of. */
export function useConfigCheck(
  schema: ConfigSchema,
  value: Readonly<Record<string, unknown>>,
  further: readonly ConfigFault[] = none,
): ConfigCheck {
  const form = useRef<HTMLElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ readonly value: unknown; readonly faults: readonly ConfigFault[] }>();
  const parsed = useMemo(() => parseConfig(schema, value), [schema, value]);
  const wasLeft = useLeftFields(form);
  const found = [...(parsed.ok ? [] : parsed.error), ...further];
  const own = submitted ? found : found.filter(({ path }) => wasLeft(path));
  const faults = refused?.value === value ? [...own, ...refused.faults] : own;
  return {
    faults,
    form,
    submit() {
      if (parsed.ok && further.length === 0) return parsed.value;
      setSubmitted(true);
      focusFirstFault(form.current);
      return undefined;
    },
    refuse(next) {
      setRefused({ value, faults: next });
      focusFirstFault(form.current);
    },
  };
}
