import { AppError } from '@acequia/base';
import type { Letter } from '@acequia/contract';
import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf, thingOf } from '../../http/transact.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { mayReadContent } from '../activity/content-reads.service.ts';
import { letterWorkers } from '../clusters/clusters.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
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

/** Whose event a letter holds. */
const readOf = ({ listenerId, pipelineId }: Letter): string => (listenerId === '' ? pipelineId : listenerId);

const withoutContent = (letter: Letter): Letter => ({ ...letter, message: '', expected: undefined, preview: '', response: null });

export const deadLettersOperations = (os: Implementer, letters: DeadLettersService) => ({
  causes: os.deadLetters.causes.handler(asked((scope) => letters.causes(scope))),
  list: os.deadLetters.list.handler(async (call) => {
    const shows = mayReadContent(sessionOf(call.context));
    // What is found would tell what is in the events.
    if (!shows && call.input.text !== undefined) {
      await call.context.contentReads.refuse(call.context, thingOf(call.input));
      throw new AppError('ACQ-CONTENT-HIDDEN');
    }
    const page = await asked((scope, input: typeof call.input) => letters.list(scope, input))(call);
    if (!shows) return { ...page, letters: page.letters.map(withoutContent) };
    await call.context.contentReads.note(call.context, page.letters.map(readOf));
    return page;
  }),
  find: os.deadLetters.find.handler(async (call) => {
    const letter = await asked((scope, { id }: typeof call.input) => letters.find(scope, id))(call);
    await call.context.contentReads.note(call.context, [readOf(letter)]);
    return letter;
  }),
  edit: os.deadLetters.edit.handler(async (call) => {
    const by = await inTenant(async (scope) => ({ id: scope.userId, name: (await memberNames(scope))(scope.userId) }))({
      ...call,
      input: undefined,
      procedure: silent,
    });
    return recorded((scope, { id, json }: typeof call.input) => letters.edit(scope, id, json, by))(call);
  }),
  redrive: os.deadLetters.redrive.handler(recorded((scope, input) => letters.redrive(scope, input))),
  discard: os.deadLetters.discard.handler(recorded((scope, input) => letters.discard(scope, input))),
  /** Only the first piece of a file is noted. */
  export: os.deadLetters.export.handler(async (call) => {
    const run = call.input.cursor === undefined ? recorded : asked;
    const { letters: exported, ...piece } = await run((scope: LetterScope, input: typeof call.input) => letters.export(scope, input))(call);
    await call.context.contentReads.note(call.context, exported.map(readOf));
    return piece;
  }),
});
