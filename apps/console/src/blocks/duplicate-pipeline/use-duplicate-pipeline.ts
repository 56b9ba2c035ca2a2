import { toast } from '@acequia/ui';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '#i18n/index.ts';
import { errorToast, toOperationError, useCommand } from '#lib/operations/index.ts';
import { duplicateTexts } from './texts.ts';

const nameMax = 128;
const copiesMax = 100;
const nameTaken = 'WEB-12006';

/** Copies a pipeline as a new draft under the first free name, and offers to open the copy. */
export function useDuplicatePipeline(): (pipeline: { readonly id: string; readonly name: string }) => Promise<void> {
  const t = useTexts(duplicateTexts);
  const navigate = useNavigate();
  const duplicate = useCommand('pipelines:duplicate', { inlineErrors: true });
  const nameOf = (name: string, number: number): string => {
    const full = number === 1 ? t('copyOf', { name }) : t('copyOfNumber', { name, number });
    const over = full.length - nameMax;
    return over <= 0 ? full : nameOf(name.slice(0, -over).trimEnd(), number);
  };
  const copyAs = async (id: string, name: string, number: number) => {
    try {
      return await duplicate.mutateAsync({ id, name: nameOf(name, number) });
    } catch (error) {
      const known = toOperationError(error);
      if (known.code !== nameTaken || number >= copiesMax) throw known;
      return copyAs(id, name, number + 1);
    }
  };
  return async ({ id, name }) => {
    try {
      const made = await copyAs(id, name, 1);
      toast({
        title: t('done', { name: made.name }),
        content: t('doneWhy'),
        action: {
          text: t('open'),
          command: () => void navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId: made.id, version: 'Main' } }),
        },
      });
    } catch (error) {
      errorToast(toOperationError(error));
    }
  };
}
