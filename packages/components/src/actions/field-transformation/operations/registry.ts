import { arithmeticOperations } from './arithmetic.ts';
import { conversionOperations } from './conversion.ts';
import { dataFormatOperations } from './data-format.ts';
import { dateTimeOperations } from './date-time.ts';
import { encodingOperations } from './encoding.ts';
import { extractionOperations } from './extraction.ts';
import { fieldOperations } from './fields.ts';
import { hashingOperations } from './hashing.ts';
import { listOperations } from './lists.ts';
import { networkingOperations } from './networking.ts';
import type { Operation } from './operation.ts';
import { textCaseOperations } from './text-case.ts';
import { textEditingOperations } from './text-editing.ts';

/** Every operation, in the order of the catalogue's groups. */
export const operations: readonly Operation[] = [
  ...arithmeticOperations,
  ...conversionOperations,
  ...dateTimeOperations,
  ...encodingOperations,
  ...hashingOperations,
  ...extractionOperations,
  ...networkingOperations,
  ...dataFormatOperations,
  ...textCaseOperations,
  ...textEditingOperations,
  ...listOperations,
  ...fieldOperations,
];

const byId = new Map(operations.map((operation) => [operation.id, operation]));

export const operationIds = operations.map(({ id }) => id) as [string, ...string[]];

export const findOperation = (id: string): Operation | undefined => byId.get(id);
