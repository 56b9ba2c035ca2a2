import type { Pipeline } from '@acequia/contract';
import { Button, Field, IconButton, Input, Popover, Tag, TagsInput } from '@acequia/ui';
import { useRef, useState } from 'react';
import { useCommand } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';

const nameMax = 128;
const tagMin = 2;
const tagsShown = 3;

const focusWhenShown = (input: HTMLInputElement | null): void => input?.focus();

/** Name and tags, both changed in place. */
export function PipelineName({ pipeline, readOnly }: { readonly pipeline: Pipeline; readonly readOnly: boolean }) {
  const t = useTexts(editorTexts);
  const update = useCommand('pipelines:update');
  const [draft, setDraft] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const keep = () => {
    const name = draft?.trim() ?? '';
    setDraft(undefined);
    if (name !== '' && name !== pipeline.name)
      update.mutate({ id: pipeline.id, name, description: pipeline.description, tags: pipeline.tags });
  };
  const shownName = update.isPending ? update.variables.name : pipeline.name;
  return (
    <div className="pe-name">
      {draft === undefined ? (
        <h1>
          {readOnly ? (
            <span title={shownName}>{shownName}</span>
          ) : (
            <button ref={opener} type="button" title={`${shownName} · ${t('rename')}`} onClick={() => setDraft(pipeline.name)}>
              {shownName}
            </button>
          )}
        </h1>
      ) : (
        <Input
          inputSize="sm"
          aria-label={t('nameLabel')}
          ref={focusWhenShown}
          maxLength={nameMax}
          value={draft}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            else if (event.key === 'Escape') {
              event.stopPropagation();
              setDraft(undefined);
            } else return;
            requestAnimationFrame(() => opener.current?.focus());
          }}
        />
      )}
      <span className="pe-tags">
        {pipeline.tags.slice(0, tagsShown).map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
        {pipeline.tags.length > tagsShown && (
          <span className="pe-quiet" title={pipeline.tags.join(', ')}>
            +{pipeline.tags.length - tagsShown}
          </span>
        )}
      </span>
      {!readOnly && (
        <TagsPopover
          pipeline={pipeline}
          onSave={(tags) => update.mutate({ id: pipeline.id, name: pipeline.name, description: pipeline.description, tags })}
        />
      )}
    </div>
  );
}

function TagsPopover({ pipeline, onSave }: { readonly pipeline: Pipeline; readonly onSave: (tags: string[]) => void }) {
  const t = useTexts(editorTexts);
  const [tags, setTags] = useState<readonly string[]>();
  const short = (tag: string) => [...tag].length < tagMin;
  return (
    <Popover
      label={t('tags')}
      open={tags !== undefined}
      onOpenChange={(open) => setTags(open ? pipeline.tags : undefined)}
      trigger={<IconButton icon="plus" size="sm" label={t('editTags')} />}
    >
      {tags && (
        <div className="pe-tags-form">
          <Field label={t('tags')} hint={t('tagsHint')}>
            {(control) => <TagsInput {...control} value={tags} onChange={setTags} invalid={short} />}
          </Field>
          <Button
            size="sm"
            variant="primary"
            disabled={tags.some(short)}
            onClick={() => {
              onSave([...tags]);
              setTags(undefined);
            }}
          >
            {t('tagsSave')}
          </Button>
        </div>
      )}
    </Popover>
  );
}
