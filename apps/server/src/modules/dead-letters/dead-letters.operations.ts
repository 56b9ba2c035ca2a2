import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { letterWorkers } from '../clusters/clusters.service.ts';
import type { DeadLettersService, LetterScope } from './dead-letters.service.ts';

interface Call<I> {
  readonly context: RequestContext;
  readonly input: I;
  readonly procedure: { readonly '~orpc': { readonly meta: unknown } };
}

const silent = { '~orpc': { meta: { activity: undefined, changes: [] } } };

/** Workers are asked without a transaction; a change (or its refusal) is written into the activity log after it. */
function asked<I, O>(run: (scope: LetterScope, input: I) => Promise<O>): (call: Call<I>) => Promise<O> {
  return async (call) => {
    const find = async (scope: TenantScope) => ({ tenantId: scope.tenantId, now: scope.now, workers: await letterWorkers(scope) });
    const scope = await inTenant(find)({ ...call, input: undefined, procedure: silent });
    return run({ ...scope, subject: '' }, call.input);
  };
}

function recorded<I, O>(run: (scope: LetterScope, input: I) => Promise<O>): (call: Call<I>) => Promise<O> {
  return async (call) => {
    const done: { subject: string; work: () => O } = { subject: '', work: () => undefined as O };
    try {
      const output = await asked(async (scope, input: I) => {
        const noted = { ...scope };
        const result = await run(noted, input);
        done.subject = noted.subject;
        return result;
      })(call);
      done.work = () => output;
    } catch (error) {
      done.work = () => {
        throw error;
      };
    }
    return inTenant(async (scope) => {
      if (done.subject !== '') scope.subject(done.subject);
      return done.work();
    })(call);
  };
}

export const deadLettersOperations = (os: Implementer, letters: DeadLettersService) => ({
  causes: os.deadLetters.causes.handler(asked((scope) => letters.causes(scope))),
  list: os.deadLetters.list.handler(asked((scope, input) => letters.list(scope, input))),
  find: os.deadLetters.find.handler(asked((scope, { id }) => letters.find(scope, id))),
  edit: os.deadLetters.edit.handler(recorded((scope, { id, json }) => letters.edit(scope, id, json))),
  redrive: os.deadLetters.redrive.handler(recorded((scope, input) => letters.redrive(scope, input))),
  discard: os.deadLetters.discard.handler(recorded((scope, input) => letters.discard(scope, input))),
  /** Only the first piece of a file is noted. */
  export: os.deadLetters.export.handler((call) =>
    (call.input.cursor === undefined ? recorded : asked)((scope: LetterScope, input: typeof call.input) => letters.export(scope, input))(
      call,
    ),
  ),
});
