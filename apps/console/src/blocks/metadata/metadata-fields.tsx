import { Field, Input, TagsInput, Textarea } from '@acequia/ui';
import { useRef } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { useLeftFields } from '#lib/forms/use-left-fields.ts';
import { metadataFaults, tagFits, type Metadata, type MetadataFault } from './metadata-faults.ts';
import { metadataTexts } from './texts.ts';

/** Name, description and tags: the same for everything that has them. A fault is told when its field is left, or once it is among `faults`. */
export function MetadataFields({
  value,
  onChange,
  faults,
  autoFocus = false,
  readOnly = false,
}: {
  readonly value: Metadata;
  readonly onChange: (value: Metadata) => void;
  readonly faults: Partial<Record<keyof Metadata, MetadataFault>>;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
}) {
  const t = useTexts(metadataTexts);
  const place = useRef<HTMLDivElement>(null);
  const wasLeft = useLeftFields(place);
  const found = metadataFaults(value);
  const show = (name: keyof Metadata) => {
    const fault = faults[name] ?? (wasLeft(name) ? found[name] : undefined);
    return { path: name, ...(fault ? { error: t(fault) } : {}) };
  };
  return (
    <div ref={place} className="flex flex-col gap-4">
      <Field label={t('name')} required {...show('name')}>
        {(control) => (
          <Input
            {...control}
            autoFocus={autoFocus}
            value={value.name}
            disabled={readOnly}
            onChange={(event) => onChange({ ...value, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('description')} optional={t('optional')} {...show('description')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            spellCheck
            value={value.description}
            disabled={readOnly}
            onChange={(event) => onChange({ ...value, description: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('tags')} optional={t('optional')} hint={t('tagsHint')} {...show('tags')}>
        {(control) => (
          <TagsInput
            {...control}
            value={value.tags}
            disabled={readOnly}
            onChange={(tags) => onChange({ ...value, tags })}
            invalid={(tag) => !tagFits(tag)}
          />
        )}
      </Field>
    </div>
  );
}
