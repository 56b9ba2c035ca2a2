import { Link } from '@tanstack/react-router';
import { Button } from '@acequia/ui';
import { Suspense, type ReactElement, type ReactNode } from 'react';
import type { InstanceKind } from '#blocks/components/cards.ts';
import { CardsSkeleton, ThingFailed } from '#blocks/list/list-states.tsx';
import { usePatternEngine } from '#blocks/definition-form/model/use-pattern-engine.ts';
import type { Crumb } from '#blocks/page/page-header.tsx';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { Around } from './around.tsx';
import { Chooser } from './chooser.tsx';

/** The first step of a creation: which type. */
export function TypePage({
  kind,
  title,
  crumbs,
  link,
}: {
  readonly kind: InstanceKind;
  readonly title: string;
  readonly crumbs: readonly Crumb[];
  readonly link: (id: string, content: ReactElement) => ReactElement;
}) {
  return (
    <Around title={title} crumbs={crumbs} className="frame-body">
      <Chooser kind={kind} link={link} />
    </Around>
  );
}

/** Around the form of an instance: a skeleton until what it needs is there, else why it is not. */
export function FormPage({
  title,
  crumbs,
  error,
  onRetry,
  children,
}: {
  readonly title: string;
  readonly crumbs: readonly Crumb[];
  readonly error?: OperationError | null;
  readonly onRetry?: () => void;
  /** The form; undefined until it can be drawn. It may suspend. */
  readonly children: ReactNode | undefined;
}) {
  const patternsRead = usePatternEngine();
  const waiting = (
    <div className="frame-body pt-4!">
      <CardsSkeleton />
    </div>
  );
  return (
    <Around title={title} crumbs={crumbs} className="flex flex-col flex-1 min-h-0">
      {children !== undefined && patternsRead ? (
        <Suspense fallback={waiting}>{children}</Suspense>
      ) : error && onRetry ? (
        <div className="frame-body pt-4!">
          <ThingFailed
            error={error}
            onRetry={onRetry}
            back={crumbs.slice(0, 1).map(({ to, label }) => (
              <Button key={to} asChild>
                <Link to={to}>{label}</Link>
              </Button>
            ))}
          />
        </div>
      ) : (
        waiting
      )}
    </Around>
  );
}
