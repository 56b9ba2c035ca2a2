import type { FileRecord } from './file-records.ts';
import type { FoundFile } from './find-files.ts';
import type { FileProblem } from './open-file.ts';
import type { PlainFile } from './plain-file.ts';

/** A file that the patterns match, or matched until a moment ago. Times are of the monotonic clock, in ms. */
export interface FollowedFile {
  readonly key: string;
  /** As last found. */
  found: FoundFile;
  /** Undefined: it is not known yet where it begins. */
  record: FileRecord | undefined;
  /** Whether it is new or a copy of another. Nothing of it is taken in before. */
  decided: boolean;
  /** The file it was a copy of at an earlier look. */
  copyOf: FileRecord | undefined;
  /** Its first 256 bytes, once somebody asked. */
  first: Buffer | undefined;
  /** While it is open. */
  open: PlainFile | undefined;
  /** Its size and time of change when it was last read to its end; it is opened again when they differ. */
  readAt: { readonly size: number; readonly mtimeMs: number } | undefined;
  /** It was there when the listener started. */
  readonly early: boolean;
  /** It could not be read; tried again after the next look. */
  failed: boolean;
  /** What a person should know of it. */
  problem: FileProblem | undefined;
  /** Last moment with fresh bytes, or when it was first seen. */
  activeAt: number;
  /** When it was first seen. */
  readonly seenAt: number;
  /** Last moment at which its size differed from the look before. */
  grownAt: number;
  /** Since when no pattern finds it. */
  missingAt: number | undefined;
}
