import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, toast } from '@acequia/ui';
import type { Template } from '@acequia/contract';
import { RemovalDialog } from '#blocks/removal/removal-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { marketplaceTexts } from '../texts.ts';

/** Deletes a template of the own organization, after a question. */
export function TemplateMenu({ template }: { readonly template: Template }) {
  const t = useTexts(marketplaceTexts);
  const mayDelete = useMay('template:delete');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { id, name } = template;
  const remove = useCommand('marketplace:deleteTemplate', {
    onSuccess: () => {
      toast({ title: t('removed', { name }) });
      void navigate({ to: '/marketplace' });
    },
  });
  if (!mayDelete) return null;
  return (
    <>
      <Button icon="trash" variant="ghost" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {asking && (
        <RemovalDialog
          name={name}
          usedBy={[]}
          note={t('removeNote')}
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
