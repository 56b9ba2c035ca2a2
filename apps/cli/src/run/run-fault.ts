/** Why a run cannot start or go on; the message is one line for a person. */
export class RunFault extends Error {
  override readonly name = 'RunFault';
}
