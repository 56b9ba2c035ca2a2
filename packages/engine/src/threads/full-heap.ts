/** Whether a thread ended because its heap was full: Node's own word for it. */
export const isFullHeap = (reason: unknown): boolean =>
  reason instanceof Error && 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
