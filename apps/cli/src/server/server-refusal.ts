/** What the server refused, by its code (docs/reference/errors.md), or one of the codes below. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
  readonly code: string;
  readonly fields: Readonly<Record<string, string | number>>;

  constructor(code: string, fields: Readonly<Record<string, string | number>> = {}) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

/** Code of a refusal by this side: nothing answered. */
export const networkCode = 'NETWORK';

/** Code of a refusal by this side: the operation answers with a stream. */
export const streamCode = 'STREAM';
