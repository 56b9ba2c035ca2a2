import { IconButton, useUiWords } from '@acequia/ui';
import type { ReactNode } from 'react';
import { PageHeader, type Crumb } from '#blocks/page/page-header.tsx';
import { useFormPlace } from './form-place.tsx';

/** A page with its heading and what stands beside it; over another page, the content of a window. */
export function Around({
  title,
  crumbs,
  className,
  beside,
  children,
}: {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly className: string;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}) {
  const place = useFormPlace();
  const words = useUiWords();
  if (place) {
    return (
      <>
        <header className="flex flex-wrap items-center gap-2 pl-5 pr-3 pt-3">
          <h2 className="flex-1 min-w-0 truncate text-base font-semibold">{title}</h2>
          {beside}
          <IconButton icon="x" label={words.close} onClick={place.leave} />
        </header>
        <div className={className}>{children}</div>
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} {...(crumbs ? { crumbs } : {})}>
        {beside}
      </PageHeader>
      <main className={className}>{children}</main>
    </>
  );
}
