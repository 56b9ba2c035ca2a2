import type { Random } from '@acequia/base';
import { proposedChangeSchema, proposedChangesMax, type ProposedChange } from '@acequia/contract';
import { documentSchema, validate, type PipelineDocument, type Problem, type Surroundings } from '@acequia/pipeline';
import * as z from 'zod';
import { completeChanges } from './complete-changes.ts';
import { wantedProposalSchema } from './proposal-tool.ts';

export interface Proposal {
  readonly title: string;
  readonly changes: ProposedChange[];
}

export type ReadProposal = { readonly ok: true; readonly proposal: Proposal } | { readonly ok: false; readonly faults: readonly string[] };

const changesSchema = z.array(proposedChangeSchema).max(proposedChangesMax);

/** What the model wants, as changes that fit the draft and bring no new error into it; else why not. */
export function readProposal(draft: PipelineDocument, given: unknown, surroundings: Surroundings, random: Random): ReadProposal {
  const wanted = wantedProposalSchema.safeParse(given);
  if (!wanted.success)
    return { ok: false, faults: wanted.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.message}`) };
  const completed = completeChanges(draft, wanted.data.changes, surroundings, random);
  if (!completed.ok) return { ok: false, faults: [completed.fault] };
  const document = documentSchema.safeParse(completed.document);
  const changes = changesSchema.safeParse(completed.changes);
  if (!document.success || !changes.success) return { ok: false, faults: ['the changes make no document'] };
  const known = new Set(errorsOf(draft, surroundings).map(keyOf));
  const fresh = errorsOf(document.data, surroundings).filter((problem) => !known.has(keyOf(problem)));
  if (fresh.length > 0) return { ok: false, faults: fresh.slice(0, 20).map(sentenceOf) };
  return { ok: true, proposal: { title: wanted.data.title, changes: changes.data } };
}

const errorsOf = (document: PipelineDocument, surroundings: Surroundings): Problem[] =>
  validate(document, surroundings).problems.filter(({ severity }) => severity === 'error');

const keyOf = ({ code, node, port, path, fault }: Problem): string => [code, node, port, path, fault].join('\n');

const sentenceOf = ({ code, node, port, path, fault }: Problem): string =>
  [code, node && `step ${node}`, port && `port ${port}`, path && `field ${path}`, fault].filter(Boolean).join(', ');
