import { useCallback, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Datasink, Listener } from '@acequia/contract';
import type { Permission } from '@acequia/domain';
import { appTexts } from '#app/texts.ts';
import { FormWindow } from '#blocks/instance-form/form-window.tsx';
import { Guarded } from '#blocks/page/guarded.tsx';
import { useTexts } from '#i18n/use-texts.ts';

/** A form over the home page; saved or given up, the home page is what remains. */
export function OverHome({
  of,
  permission,
  onDone,
  children,
}: {
  readonly of: 'listeners' | 'datasinks' | 'enrichments';
  readonly permission: Permission;
  /** Where to go from what was created or saved; without it, the home page is what remains. */
  readonly onDone?: (saved: Listener | Datasink) => void;
  readonly children: ReactNode;
}) {
  const t = useTexts(appTexts);
  const navigate = useNavigate({ from: '/home' });
  const leave = useCallback(() => void navigate({ to: '/home', search: (now) => ({ ...now, type: undefined }) }), [navigate]);
  return (
    <FormWindow title={t(of)} onLeave={leave} onDone={onDone}>
      <Guarded permission={permission}>{children}</Guarded>
    </FormWindow>
  );
}
