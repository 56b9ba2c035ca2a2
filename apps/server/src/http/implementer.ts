import { contract } from '@acequia/contract';
import { implement } from '@orpc/server';
import type { RequestContext } from './request-context.ts';

/** The contract, ready to be given its handlers. */
export const createImplementer = () => implement(contract).$context<RequestContext>();
export type Implementer = ReturnType<typeof createImplementer>;
