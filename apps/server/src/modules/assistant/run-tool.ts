import type { Random } from '@acequia/base';
import type { AssistantPiece } from '@acequia/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { componentTool, readComponent } from './component-reference.ts';
import type { PreparedQuestion } from './question.ts';
import { toolResult } from './prompt.ts';
import { proposalTool } from './proposal-tool.ts';
import { readProposal } from './read-proposal.ts';
import { readableOperation, type ReadableOperation } from './reading-tools.ts';
import { shownEvents, shownSearch } from './shown-events.ts';

/** Calls an operation as the person who asks, or gives the code it is refused with. */
export type Read = (operation: ReadableOperation, input: unknown, signal: AbortSignal) => Promise<Reading>;
export type Reading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly code: string };

export interface ToolRun {
  readonly catalogue: Catalogue;
  readonly random: Random;
  readonly read: Read;
  readonly post: (piece: AssistantPiece) => void;
  readonly signal: AbortSignal;
}

/** What the model is told of a call. A tool that is not offered does not exist. */
export async function runTool(
  { name, arguments: text }: { readonly name: string; readonly arguments: string },
  question: PreparedQuestion,
  run: ToolRun,
): Promise<string> {
  const given = readArguments(text);
  if (given === undefined) return toolResult({ error: 'the arguments are no JSON object' });
  if (name === proposalTool && question.draft) return propose(question.draft, given, run);
  if (name === componentTool) {
    const found = readComponent(run.catalogue, given, question.language);
    return toolResult(found ?? { error: 'there is no such component' });
  }
  const operation = readableOperation(name, question.showEvents);
  return operation ? look(operation, given, question, run) : toolResult({ error: `there is no tool ${name.slice(0, 64)}` });
}

function propose(draft: NonNullable<PreparedQuestion['draft']>, given: object, { random, post }: ToolRun): string {
  const read = readProposal(draft.document, given, draft.surroundings, random);
  if (!read.ok) return toolResult({ shown: false, faults: read.faults });
  post({ type: 'proposal', ...read.proposal });
  return toolResult({ shown: true, note: 'The person sees the changes now and decides. Nothing has been changed.' });
}

async function look(
  operation: ReadableOperation,
  given: object,
  { masked }: PreparedQuestion,
  { read, post, signal }: ToolRun,
): Promise<string> {
  const events = operation === 'dataHistory:search';
  const reading = await read(operation, events ? shownSearch(given, masked) : given, signal);
  post({ type: 'read', operation, id: idIn(given), code: reading.ok ? null : reading.code });
  if (!reading.ok) return toolResult({ error: reading.code });
  return toolResult(events ? shownEvents(reading.value, masked) : reading.value);
}

function readArguments(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The thing a call names. */
function idIn(given: object): string | null {
  const { id, listenerId, pipelineId } = given as Readonly<Record<string, unknown>>;
  const named = [id, listenerId, pipelineId].find((each) => typeof each === 'string');
  return named === undefined ? null : String(named).slice(0, 64);
}
