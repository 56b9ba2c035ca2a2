import type { Language } from '@acequia/component-sdk/text';
import type { AssistantMessage } from '@acequia/contract';
import type { PipelineDocument, Surroundings } from '@acequia/pipeline';
import type { ModelMessage } from './model-client.ts';

/** As it is asked. */
export interface Question {
  readonly messages: readonly AssistantMessage[];
  readonly language: Language;
  readonly showEvents: boolean;
  readonly place?:
    | { readonly pipelineId: string; readonly version: string; readonly document: PipelineDocument; readonly draft: boolean }
    | undefined;
}

/** A question that may be asked, ready to be answered outside of the transaction. */
export interface PreparedQuestion {
  readonly messages: readonly ModelMessage[];
  readonly language: Language;
  readonly showEvents: boolean;
  /** Fields that stay hidden in events. */
  readonly masked: readonly string[];
  /** Where changes may be proposed. */
  readonly draft: { readonly document: PipelineDocument; readonly surroundings: Surroundings } | undefined;
}
