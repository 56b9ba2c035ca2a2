import type { ParserProposal } from '@acequia/components/definitions';

const kept = ['keepSource', 'overwrite', 'onFail'] as const;

/** The proposed configuration, with what a person has chosen besides the format. */
export function takeProposal(proposed: ParserProposal, before: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...proposed, ...Object.fromEntries(kept.flatMap((name) => (name in before ? [[name, before[name]]] : []))) };
}
