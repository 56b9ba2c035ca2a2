import type { Expected } from '@acequia/event';
import type { LetterEdit } from '../outcomes/dead-letters.ts';
import type { LetterState } from './letter-marks.ts';

/** Which letters; what is absent is not asked for. */
export interface DeadLetterFilter {
  /** Empty: frames that no listener could decode. */
  readonly pipelineId?: string;
  readonly node?: string;
  /** Of letters without a pipeline. */
  readonly listenerId?: string;
  readonly code?: string;
  /** ms since 1970, both ends included. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Found in any field, in `_raw`, the id or the message; capitals do not matter. */
  readonly text?: string;
  /** Default: open. */
  readonly state?: Exclude<LetterState, 'edited'>;
}

/** Open letters that have node and code in common. */
export interface DeadLetterCause {
  /** Empty for frames that no listener could decode. */
  readonly pipelineId: string;
  readonly node: string;
  /** Only of frames that could not be decoded. */
  readonly listenerId: string;
  readonly code: string;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

export interface DeadLetterSummary {
  readonly causes: readonly DeadLetterCause[];
  readonly bytes: number;
  readonly limitBytes: number;
  readonly ageMs: number;
  /** Open letters that fell out, by what they ran into, since the tenant's first. */
  readonly lost: { readonly limit: number; readonly age: number };
}

/** An event nobody could take. */
export interface DeadLetter {
  readonly id: string;
  /** `_id` of the event. */
  readonly eventId: string;
  readonly atMs: number;
  readonly state: LetterState;
  readonly pipelineId: string;
  readonly versionId: string;
  readonly node: string;
  readonly listenerId: string;
  readonly outcome: 'rejected' | 'expired';
  readonly code: string;
  readonly message: string;
  /** What the text or value should have been. */
  readonly expected: Expected | undefined;
  readonly component: string;
  readonly attempts: number;
  /** Answer of the destination, ≤ 2 KiB. */
  readonly status: number | undefined;
  readonly response: string | undefined;
  /** Where in the text the fault is, in characters from 0. */
  readonly offset: number | undefined;
  /** Its fields were changed by a person. */
  readonly edited: boolean;
  /** When, and by whom; undefined for one that an earlier version changed. */
  readonly edit: LetterEdit | undefined;
  /** Its fields as one JSON object; undefined when it is longer than asked for. */
  readonly json: string | undefined;
  /** Each value cut after 4,096 characters; internal ones last. */
  readonly fields: readonly { readonly name: string; readonly type: string; readonly value: string }[];
}

export interface DeadLetterPage {
  readonly letters: readonly DeadLetter[];
  /** Where the next page begins; absent at the end. A page may be empty and still have a next one: the search goes on there. */
  readonly next?: string;
}

/** Letters to do something with: named ones, or a piece of all that fit, oldest first. */
export type DeadLetterSelection =
  | { readonly ids: readonly string[] }
  | { readonly filter: Omit<DeadLetterFilter, 'state'>; readonly from: string | undefined; readonly limit: number };

/**
 * Why a letter stays as it is.
 * - `LETTER_GONE`: fell out, or never was
 * - `LETTER_CLOSED`: re-driven, discarded or edited before
 * - `LETTER_CUT`: only the beginning of the frame was kept
 * - `PIPELINE_NOT_RUNNING`, `NODE_MISSING`, `LISTENER_MISSING`: there is no place to bring it to
 * - `BRANCH_FULL`, `JOURNAL_FULL`: no room
 * - `REDRIVE_WAITING`: its event is not yet counted: refused a moment ago, or handed over, and then the letter closes by itself
 */
export type DeadLetterRefusal =
  | 'LETTER_GONE'
  | 'LETTER_CLOSED'
  | 'LETTER_CUT'
  | 'PIPELINE_NOT_RUNNING'
  | 'NODE_MISSING'
  | 'LISTENER_MISSING'
  | 'BRANCH_FULL'
  | 'JOURNAL_FULL'
  | 'REDRIVE_WAITING';

export interface DeadLetterReport {
  readonly done: number;
  readonly refused: readonly { readonly code: DeadLetterRefusal; readonly count: number }[];
  /** Of a selection by filter: where the next piece begins. */
  readonly next?: string;
}

export interface DeadLetterEditFault {
  readonly code: 'JSON_SYNTAX' | 'JSON_NOT_OBJECT' | 'FIELD_NAME' | 'TOO_MANY_FIELDS';
  readonly offset?: number;
  readonly field?: string;
}
