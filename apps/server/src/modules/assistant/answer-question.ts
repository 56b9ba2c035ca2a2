import { AppError } from '@acequia/base';
import { describeComponent } from './component-reference.ts';
import type { PreparedQuestion } from './question.ts';
import type { ModelClient, ModelMessage } from './model-client.ts';
import { proposeChanges } from './proposal-tool.ts';
import { readingTools } from './reading-tools.ts';
import { runTool, type ToolRun } from './run-tool.ts';

/** Answers of the model until it says something without looking anything up. */
const roundsMax = 10;
/** Of everything that is sent to the model at once. */
const contextCharsMax = 600_000;

export interface AnswerDeps extends ToolRun {
  readonly client: ModelClient;
}

/** Lets the model speak and look things up until it is done; everything is told as it comes. Throws AppError of the `ACQ-ASSISTANT-…` codes. */
export async function answerQuestion(question: PreparedQuestion, deps: AnswerDeps): Promise<void> {
  const { client, post, signal } = deps;
  const messages: ModelMessage[] = [...question.messages];
  const tools = [...readingTools(question.showEvents), describeComponent, ...(question.draft ? [proposeChanges] : [])];
  for (let round = 0; round < roundsMax; round += 1) {
    if (lengthOf(messages) > contextCharsMax) throw new AppError('ACQ-ASSISTANT-LONG', { internal: 'a long context' });
    const answer = await client.complete({ messages, tools }, (text) => post({ type: 'text', text }), signal);
    if (answer.cut) throw new AppError('ACQ-ASSISTANT-LONG', { internal: 'the model stopped at its limit' });
    if (answer.calls.length === 0) return;
    messages.push({ role: 'assistant', content: answer.text === '' ? null : answer.text, tool_calls: answer.calls });
    for (const call of answer.calls) {
      const content = await runTool(call.function, question, deps);
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
  throw new AppError('ACQ-ASSISTANT-LONG', { internal: 'too many rounds' });
}

const lengthOf = (messages: readonly ModelMessage[]): number =>
  messages.reduce(
    (sum, message) => sum + (message.content?.length ?? 0) + ('tool_calls' in message ? JSON.stringify(message.tool_calls).length : 0),
    0,
  );
