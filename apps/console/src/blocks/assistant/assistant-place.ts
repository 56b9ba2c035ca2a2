import type { PipelineDocument } from '@acequia/pipeline';
import type { ReactNode } from 'react';
import type { Proposal } from './model/conversation.ts';

/** The pipeline on the screen. */
export interface AssistantPlace {
  readonly pipelineId: string;
  readonly name: string;
  readonly version: string;
  /** As it is typed. */
  readonly document: PipelineDocument;
  /** Absent where nothing can be changed. */
  readonly draft?: {
    /** What a proposal would change, and whether it fits the draft as it is now. */
    readonly look: (proposal: Proposal) => { readonly fits: boolean; readonly view: ReactNode };
    /** One step that undo takes back; whether it could be made. */
    readonly apply: (proposal: Proposal) => boolean;
  };
}
