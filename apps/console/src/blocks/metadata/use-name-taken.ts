import { useState } from 'react';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { nameTakenCodes } from './metadata-faults.ts';

/** Whether the name that stands in the form is the one that was refused because another thing has it. A changed name is not refused. */
export function useNameTaken(error: OperationError | null, name: string): boolean {
  const [refused, setRefused] = useState({ error, name });
  if (refused.error !== error) setRefused({ error, name });
  return error !== null && nameTakenCodes.has(error.code) && refused.error === error && refused.name === name;
}
