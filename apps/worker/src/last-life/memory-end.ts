/** An end for want of memory. */
export interface MemoryEnd {
  /** `heap`: the process had used up what the runtime lets it have; `kernel`: what the machine or its container has; `lane`: as `heap`, of one lane alone. */
  readonly how: 'heap' | 'kernel' | 'lane';
  /** ms since 1970; of an end by the kernel, when it was found. */
  readonly atMs: number;
}
