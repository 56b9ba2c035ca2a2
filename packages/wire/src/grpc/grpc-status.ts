/** Status codes of gRPC that our servers answer with (gRPC, "Status codes and their use"). */
export const grpcStatus = {
  ok: 0,
  invalidArgument: 3,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unimplemented: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const;
export type GrpcStatus = (typeof grpcStatus)[keyof typeof grpcStatus];

/** Text of a `grpc-message` trailer: bytes outside printable ASCII, and `%`, percent-encoded (gRPC over HTTP/2, "Status-Message"). */
export const grpcMessageText = (message: string): string =>
  [...Buffer.from(message)]
    .map((byte) =>
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

/** A `google.rpc.Status` in protobuf: code, message and, when the caller should wait, a `RetryInfo` with the wait in ms. */
export function rpcStatusBytes(code: number, message: string, retryAfterMs?: number): Buffer {
  const parts = [...integerField(1, code), ...bytesField(2, Buffer.from(message))];
  if (retryAfterMs === undefined) return Buffer.from(parts);
  const seconds = Math.floor(retryAfterMs / 1000);
  const delay = [...integerField(1, seconds), ...integerField(2, Math.round((retryAfterMs - seconds * 1000) * 1e6))];
  const retryInfo = bytesField(1, delay);
  const any = [...bytesField(1, Buffer.from('type.googleapis.com/google.rpc.RetryInfo')), ...bytesField(2, retryInfo)];
  return Buffer.from([...parts, ...bytesField(3, any)]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

const integerField = (number: number, value: number): number[] => (value === 0 ? [] : [number << 3, ...varint(value)]);

const bytesField = (number: number, bytes: Iterable<number>): number[] => {
  const content = [...bytes];
  return content.length === 0 ? [] : [(number << 3) | 2, ...varint(content.length), ...content];
};
