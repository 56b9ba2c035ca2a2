import type { StoredBlock } from '@acequia/journal';
import type { ShadowCase, ShadowFault, ShadowLookup, ShadowOutcome } from './shadow.ts';

export type ToShadow =
  | { readonly type: 'case'; readonly case: ShadowCase }
  /** The file of a table; undefined: it is not here. */
  | { readonly type: 'table'; readonly file: string | undefined }
  | { readonly type: 'block'; readonly block: StoredBlock }
  | { readonly type: 'finish'; readonly cut: boolean };

export type FromShadow =
  | { readonly type: 'ready' }
  | { readonly type: 'needs'; readonly lookup: ShadowLookup }
  | { readonly type: 'fault'; readonly fault: ShadowFault }
  /** Ready for a block. `full`: none is wanted any more. */
  | { readonly type: 'took'; readonly events: number; readonly full: boolean }
  | { readonly type: 'done'; readonly outcome: ShadowOutcome };
