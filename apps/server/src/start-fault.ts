/** A reason not to start that a person can act on: one clear sentence, printed without a stack; the process ends with code 1. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}
