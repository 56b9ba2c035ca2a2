import { isErrorCode } from '@acequia/contract';
import { call, ORPCError, type AnyProcedure } from '@orpc/server';
import type { createGuard } from './guard.ts';
import type { RequestContext } from './request-context.ts';

type Procedures = Readonly<Record<string, Readonly<Record<string, AnyProcedure>>>>;

/** What an operation answered, or the code it refused with. */
export type InnerAnswer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly code: string };

/** Calls operations within a request, as its caller. */
export type Reader = (context: RequestContext) => (name: string, input: unknown, signal: AbortSignal) => Promise<InnerAnswer>;

/** Such a call passes the same guard and the same checks of its input as one from outside. */
export const createReader =
  (procedures: Procedures, guard: ReturnType<typeof createGuard>): Reader =>
  (context) =>
  async (name, input, signal) => {
    const path = name.split(':');
    const procedure = procedures[path[0] ?? '']?.[path[1] ?? ''];
    if (!procedure) return { ok: false, code: 'ACQ-NOT-FOUND' };
    try {
      const value: unknown = await call(procedure, input, { context, path, signal, interceptors: [guard] });
      return { ok: true, value };
    } catch (error) {
      if (error instanceof ORPCError && isErrorCode(error.code)) return { ok: false, code: error.code };
      throw error;
    }
  };
