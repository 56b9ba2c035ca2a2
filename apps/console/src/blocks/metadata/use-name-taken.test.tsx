import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OperationError } from '#lib/operations/operation-error.ts';
import { useNameTaken } from './use-name-taken.ts';

it('a name that was refused as taken is marked until it is changed, and again when it comes back', () => {
  const [first, second] = [new OperationError('WEB-00031'), new OperationError('WEB-00031')];
  const { result, rerender } = renderHook(({ error, name }) => useNameTaken(error, name), {
    initialProps: { error: null as OperationError | null, name: 'firewall' },
  });
  const marked = (error: OperationError | null, name: string) => {
    rerender({ error, name });
    return result.current;
  };
  expect(result.current).toBe(false);
  expect(marked(first, 'firewall')).toBe(true);
  expect(marked(first, 'firewall 2')).toBe(false);
  expect(marked(first, 'firewall')).toBe(true);
  expect(marked(null, 'other')).toBe(false);
  expect(marked(second, 'other')).toBe(true);
  expect(marked(new OperationError('ACQ-CONFLICT'), 'other')).toBe(false);
});
