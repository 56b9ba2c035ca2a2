/** What a group carries besides blocks: hashes of idempotency keys and the state of a pull listener. A record of kind `note`, JSON. */
export interface GroupNote {
  readonly keys: readonly string[];
  readonly state?: { readonly stream: string; readonly bytes: Uint8Array };
}

export function noteBytes(note: GroupNote): Buffer {
  const state =
    note.state === undefined ? undefined : { stream: note.state.stream, bytes: Buffer.from(note.state.bytes).toString('base64') };
  return Buffer.from(JSON.stringify({ keys: note.keys, state }));
}

/** Undefined when the bytes are damaged. */
export function parseNote(bytes: Uint8Array): GroupNote | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString()) as { keys: string[]; state?: { stream: string; bytes: string } };
    if (value.state === undefined) return { keys: value.keys };
    return { keys: value.keys, state: { stream: value.state.stream, bytes: Buffer.from(value.state.bytes, 'base64') } };
  } catch {
    return undefined;
  }
}
