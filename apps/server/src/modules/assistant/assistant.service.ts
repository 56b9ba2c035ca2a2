import { AppError, isAppError, type Clock, type Log, type Random } from '@acequia/base';
import { assistantConversationChars, type AssistantPiece, type AssistantStatus } from '@acequia/contract';
import type { Surroundings } from '@acequia/pipeline';
import type { EgressPolicy } from '@acequia/wire';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { InternalPipelinesService } from '../internal-pipelines/internal-pipelines.service.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import { answerQuestion } from './answer-question.ts';
import type { AssistantSettings } from './assistant-settings.ts';
import { createModelClient, type ModelMessage } from './model-client.ts';
import type { PreparedQuestion, Question } from './question.ts';
import { systemPrompt } from './prompt.ts';
import { pushedStream } from './pushed-stream.ts';
import type { Read } from './run-tool.ts';

export interface AssistantService {
  readonly status: AssistantStatus;
  /** ACQ-FEATURE-OFF, ACQ-ASSISTANT-LIMIT, ACQ-ASSISTANT-LONG, WEB-10008. */
  prepare(scope: TenantScope, input: Question, mayPropose: boolean): Promise<PreparedQuestion>;
  /** Ends when the reader goes, the signal aborts, or the time for a question is over. */
  answer(question: PreparedQuestion, read: Read, signal: AbortSignal | undefined): AsyncIteratorObject<AssistantPiece>;
  close(): void;
}

export interface AssistantDeps {
  /** Undefined: there is no assistant. */
  readonly settings: AssistantSettings | undefined;
  readonly catalogue: Catalogue;
  readonly pipelines: Pick<PipelinesService, 'find'>;
  readonly previews: Pick<InternalPipelinesService, 'maskedNames'>;
  readonly surroundings: (scope: TenantScope) => Promise<Surroundings>;
  readonly egress: EgressPolicy;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

const off: AssistantStatus = { on: false, model: '', host: '', questionsPerHour: 0 };

export function createAssistantService({ settings, ...deps }: AssistantDeps): AssistantService {
  if (!settings) {
    const refuse = () => {
      throw new AppError('ACQ-FEATURE-OFF');
    };
    return { status: off, prepare: async () => refuse(), answer: refuse, close: () => undefined };
  }
  const { catalogue, clock, random, log } = deps;
  const { model, questionsPerHour, timeoutMs } = settings;
  const client = createModelClient(settings, deps.egress, clock);
  const rate = createRateLimit(clock, { perSecond: questionsPerHour / 3600, burst: questionsPerHour });
  return {
    status: { on: true, model, host: new URL(settings.url).host, questionsPerHour },
    prepare: async (scope, { messages, language, showEvents, place }, mayChange) => {
      if (messages.reduce((sum, { text }) => sum + text.length, 0) > assistantConversationChars) throw new AppError('ACQ-ASSISTANT-LONG');
      const pipeline = place && (await deps.pipelines.find(scope, place.pipelineId));
      scope.subject(pipeline?.name ?? '');
      takeQuestion(() => rate.take(`${scope.tenantId} ${scope.userId}`));
      const mayPropose = mayChange && place?.draft === true;
      const looked = place && pipeline ? { ...place, name: pipeline.name } : undefined;
      return {
        messages: [
          { role: 'system', content: systemPrompt({ language, now: scope.now, showEvents, mayPropose, place: looked }) },
          ...messages.map(({ from, text }): ModelMessage => ({ role: from === 'person' ? 'user' : 'assistant', content: text })),
        ],
        language,
        showEvents,
        masked: showEvents ? await deps.previews.maskedNames(scope) : [],
        draft: place && mayPropose ? { document: place.document, surroundings: await deps.surroundings(scope) } : undefined,
      };
    },
    answer: (question, read, outer) =>
      pushedStream(async (post, signal) => {
        const late = new AbortController();
        const cancel = clock.after(timeoutMs, () => late.abort());
        try {
          await answerQuestion(question, { client, catalogue, random, read, post, signal: AbortSignal.any([signal, late.signal]) });
        } catch (error) {
          if (isAppError(error) && !signal.aborted)
            log.warn({ code: error.code, why: error.internal }, 'a question to the assistant failed');
          throw error;
        } finally {
          cancel();
        }
      }, outer),
    close: () => client.close(),
  };
}

function takeQuestion(take: () => void): void {
  try {
    take();
  } catch (cause) {
    throw new AppError('ACQ-ASSISTANT-LIMIT', { cause });
  }
}
