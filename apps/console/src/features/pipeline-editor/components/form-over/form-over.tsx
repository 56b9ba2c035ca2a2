import type { Datasink, Listener } from '@acequia/contract';
import { Drawer } from '@acequia/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { FormPlaceContext, type FormPlace } from '#blocks/instance-form/form-place.tsx';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { ingredientOf } from '../../model/palette.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { useAdd } from '../palette/use-add.ts';

export interface FormOverProps {
  readonly of: 'listener' | 'datasink';
  /** What is created is set into the pipeline. */
  readonly creates?: boolean;
  readonly children: ReactNode;
}

/**
 * The form of a listener or a datasink over the pipeline it is for; the way back leads to where it was opened. `?beside=` names
 * the data sink whose events the new one gets too.
 */
export function FormOver({ of, creates = false, children }: FormOverProps) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const add = useAdd();
  const { catalogue } = useView();
  const { store } = useServices();
  const { beside } = useSearch({ strict: false });
  const [made, setMade] = useState<string>();
  const placed = useRef(false);
  const back = useCallback(
    (replace: boolean) =>
      void navigate({
        to: '/pipelines/$pipelineId/{-$version}',
        params: ((known: object) => known) as never,
        search: ((known: object) => ({ ...known, type: undefined, beside: undefined })) as never,
        replace,
      }),
    [navigate],
  );
  const place = useMemo<FormPlace>(
    () => ({
      done: (saved: Listener | Datasink) => (creates ? setMade(saved.id) : back(true)),
      leave: () => back(false),
    }),
    [creates, back],
  );
  const ingredient = made === undefined ? undefined : ingredientOf(of, made, catalogue, language);
  useEffect(() => {
    if (!ingredient || placed.current) return;
    placed.current = true;
    back(true);
    const { nodes, links } = store.document();
    const link = links.find(({ to }) =>
      nodes.some((node) => node.id === to.node && node.kind === 'datasink' && node.datasinkId === beside),
    );
    add(ingredient, true, link && { type: 'into', link: link.id });
  }, [ingredient, back, add, beside, store]);
  return (
    <Drawer
      open
      size="lg"
      onOpenChange={(open) => open || place.leave()}
      title={t(creates ? (of === 'listener' ? 'createListener' : 'createDatasink') : of === 'listener' ? 'openListener' : 'openDatasink')}
    >
      <FormPlaceContext value={place}>{children}</FormPlaceContext>
    </Drawer>
  );
}
