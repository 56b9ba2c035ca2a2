import { lookupPartBytesMax, type LookupVersion } from '@acequia/contract';
import { callOperation } from '#lib/operations/call.ts';
import { OperationError } from '#lib/operations/operation-error.ts';

export interface UploadProgress {
  /** Bytes. */
  readonly sent: number;
  readonly total: number;
}

export interface UploadOptions {
  readonly file: File;
  readonly lookupId: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
}

/** Parts on their way at a time; no more of the file is in memory. */
const atOnce = 3;
/** A part whose answer did not come is sent again. */
const triesMax = 4;

/** Sends a file as a new version, part by part, and resolves once all of it is there and its check begins. Given up or broken off, nothing of it stays. */
export async function uploadVersion({ file, lookupId: id, signal, onProgress }: UploadOptions): Promise<LookupVersion> {
  const { number } = await callOperation('lookups:createVersion', { id, fileName: file.name, bytes: file.size }, { signal });
  try {
    const parts = Math.ceil(file.size / lookupPartBytesMax);
    let next = 0;
    let sent = 0;
    const send = async (): Promise<void> => {
      while (next < parts) {
        const part = next++;
        const piece = file.slice(part * lookupPartBytesMax, (part + 1) * lookupPartBytesMax);
        const content = await base64Of(piece);
        await persist(() => callOperation('lookups:putPart', { id, number, part, content }, { signal }));
        sent += piece.size;
        onProgress({ sent, total: file.size });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, send));
    return await callOperation('lookups:finishVersion', { id, number }, { signal });
  } catch (error) {
    await callOperation('lookups:deleteVersion', { id, number }).catch(() => undefined);
    throw error;
  }
}

async function persist(send: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await send();
      return;
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'NETWORK' || tries === triesMax) throw error;
    }
  }
}

function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(piece);
  });
}
