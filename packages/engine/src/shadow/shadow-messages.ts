import type { StoredBlock } from '@acequia/journal';
import type { ShadowCase, ShadowFault, ShadowLookup, ShadowOutcome } from './shadow.ts';

/** What the thread is started with. */
export interface ShadowStart {
  /** Address of a module that exports `components: Components`. */
  readonly componentsModule: string;
  readonly case: ShadowCase;
}

export type ToShadow =
  /** Undefined: it is not here. */
  | { readonly type: 'table'; readonly table: SharedArrayBuffer | undefined }
  | { readonly type: 'block'; readonly block: StoredBlock }
  | { readonly type: 'finish'; readonly cut: boolean };

export type FromShadow =
  | { readonly type: 'needs'; readonly lookup: ShadowLookup }
  | { readonly type: 'fault'; readonly fault: ShadowFault }
  /** Ready for a block. `full`: none is wanted any more. */
  | { readonly type: 'took'; readonly events: number; readonly full: boolean }
  | { readonly type: 'done'; readonly outcome: ShadowOutcome };
