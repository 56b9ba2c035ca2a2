import type { OperationError } from '#lib/operations/operation-error.ts';
import type { Listed } from './list-model.ts';

/** What can be done with several things of a list at once; what the user may not is absent. */
export interface BulkActions<T extends Listed> {
  readonly remove?: {
    /** What happens besides, said before it is done: what uses it, that it runs. */
    readonly consequence?: (item: T) => string | undefined;
    readonly run: (item: T) => Promise<unknown>;
  };
  readonly tags?: {
    readonly run: (item: T, tags: readonly string[]) => Promise<unknown>;
  };
}

export interface BulkOutcome<T> {
  readonly done: readonly T[];
  readonly failed: readonly { readonly item: T; readonly error: OperationError }[];
}

/** One after the other, each by itself: what fails does not keep the rest from being done. */
export async function runEach<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  errorOf: (caught: unknown) => OperationError,
  onProgress: (done: number) => void,
): Promise<BulkOutcome<T>> {
  const done: T[] = [];
  const failed: { readonly item: T; readonly error: OperationError }[] = [];
  for (const item of items) {
    try {
      await run(item);
      done.push(item);
    } catch (caught) {
      failed.push({ item, error: errorOf(caught) });
    }
    onProgress(done.length + failed.length);
  }
  return { done, failed };
}

/** The tags of a thing after some were given and some taken away; in the order they had. */
export const tagsAfter = (tags: readonly string[], add: readonly string[], drop: readonly string[]): readonly string[] => [
  ...tags.filter((tag) => !drop.includes(tag)),
  ...add.filter((tag) => !tags.includes(tag)),
];
