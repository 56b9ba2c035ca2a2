import { storedExpressionSchema, type Expression } from '@acequia/event';
import type { CheckedCondition } from '@acequia/contract';

type Verdict = boolean | null;

/** A single test with how it came out. */
export interface DecidingTest {
  readonly test: Expression;
  readonly holds: Verdict;
}

/** The conditions of a step's configuration, in the order they are checked. */
export function conditionsOf(
  config: Readonly<Record<string, unknown>>,
): readonly { readonly name: string | undefined; readonly ast: Expression }[] {
  const listed = config['conditions'];
  const all = Array.isArray(listed) ? (listed as readonly { readonly name?: unknown; readonly condition?: unknown }[]) : [config];
  return all.flatMap(({ name, condition }) => {
    const stored = storedExpressionSchema.safeParse(condition);
    return stored.success ? [{ name: typeof name === 'string' ? name : undefined, ast: stored.data.ast }] : [];
  });
}

/** The tests that made a condition come out as it did; of several that would do, the first. */
export function decidingTests(condition: Expression, { holds, tests }: Pick<CheckedCondition, 'holds' | 'tests'>): readonly DecidingTest[] {
  const verdicts = tests.slice();
  return decided(condition, holds, verdicts).tests;
}

interface Part {
  readonly holds: Verdict;
  readonly tests: readonly DecidingTest[];
}

/** Takes the verdicts of the condition's tests from the front. `told`: how the whole came out, where that is known. */
function decided(condition: Expression, told: Verdict | undefined, verdicts: Verdict[]): Part {
  if ('not' in condition) {
    const { holds, tests } = decided(condition.not, undefined, verdicts);
    return { holds: holds === null ? null : !holds, tests };
  }
  if (!('and' in condition) && !('or' in condition)) {
    const holds = verdicts.shift() ?? null;
    return { holds, tests: [{ test: condition, holds }] };
  }
  const isAnd = 'and' in condition;
  const parts = (isAnd ? condition.and : condition.or).map((part) => decided(part, undefined, verdicts));
  // As it is evaluated: up to the first part that settles it, or that cannot be evaluated.
  const settling = parts.find(({ holds }) => holds === null || holds !== isAnd);
  if (settling) return settling;
  return { holds: told ?? isAnd, tests: parts.flatMap(({ tests }) => tests) };
}
