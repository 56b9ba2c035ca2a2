import { Button, Note, toast } from '@acequia/ui';
import type { Pipeline } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { homeTexts } from '../texts.ts';

/** What the server tags the demo with. */
const isDemo = ({ tags }: { readonly tags: readonly string[] }): boolean => tags.includes('demo');

/** A running example to look at: made with one click while there is nothing, removed with one click afterwards. */
export function DemoNote({ pipelines }: { readonly pipelines: readonly Pipeline[] }) {
  const t = useTexts(homeTexts);
  const mayCreate = useMay('pipeline:create');
  const mayDelete = useMay('pipeline:delete');
  const create = useCommand('tenants:createDemo', { onSuccess: () => toast({ title: t('demoAdded') }) });
  const remove = useCommand('tenants:removeDemo', { onSuccess: () => toast({ title: t('demoRemoved') }) });
  const there = pipelines.some(isDemo);
  if (there ? !mayDelete : !mayCreate || pipelines.length > 0) return null;
  return (
    <Note tone="accent" icon="play" title={t(there ? 'demoThere' : 'demoOffer')}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="flex-1 min-w-56">{t(there ? 'demoThereText' : 'demoOfferText')}</span>
        {there ? (
          <Button size="sm" icon="trash" loading={remove.isPending} onClick={() => remove.mutate({})}>
            {t('demoRemove')}
          </Button>
        ) : (
          <Button size="sm" icon="plus" loading={create.isPending} onClick={() => create.mutate({})}>
            {t('demoAdd')}
          </Button>
        )}
      </span>
    </Note>
  );
}
