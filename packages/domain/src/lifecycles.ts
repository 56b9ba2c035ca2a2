/** States of a listener: created once a worker of its cluster reports the port bound (specification 4). */
export const listenerStates = ['pending', 'created', 'error', 'stopped'] as const;
export type ListenerState = (typeof listenerStates)[number];

/** States of a pipeline as a whole. `unknown`: its worker has not reported for `workerSilenceMs`. */
export const pipelineStates = ['draft', 'running', 'stopped', 'unknown'] as const;
export type PipelineState = (typeof pipelineStates)[number];

/** A worker that has not reported for so long is unknown (docs/decisions.md). */
export const workerSilenceMs = 60_000;
