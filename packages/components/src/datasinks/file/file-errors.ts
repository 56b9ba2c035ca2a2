import { DeliveryError, Misconfigured, Reject, Retry } from '@acequia/component-sdk/runtime';

/** The process, or the machine, has as many files open as it may: some will be closed. */
export const isOutOfFiles = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(String((error as NodeJS.ErrnoException).code));

const filesAgainMs = 1000;
/** Tried so often whatever the settings say: a disk has space from one moment to the next, and an attempt costs nobody else anything. */
const spaceAgainMs = 2000;

/** A file system's fault as one of the four delivery errors (catalogue 8.5). `path`: of the records, below the tenant's folder. */
export function deliveryErrorOf(error: unknown, records: readonly number[], path = ''): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  const detail = { message: code ?? 'unknown' };
  const refused = { message: path === '' ? detail.message : `${path} (${detail.message})` };
  switch (code) {
    case 'EMFILE':
    case 'ENFILE':
      return new Retry('DELIVERY_OUT_OF_FILES', { ...detail, waitMs: filesAgainMs }, error);
    case 'ENOSPC':
    case 'EDQUOT':
      return new Retry('DELIVERY_DISK_FULL', { ...detail, waitMs: spaceAgainMs }, error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Misconfigured('DELIVERY_FILE_DENIED', detail, error);
    case 'ENOENT':
      return new Misconfigured('DELIVERY_FILE_ROOT', detail, error);
    case 'ELOOP':
      return new Reject('DELIVERY_PATH_OUTSIDE', records, refused, error);
    case 'EISDIR':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return new Reject('DELIVERY_PATH', records, refused, error);
    default:
      return new Retry('DELIVERY_FILE', detail, error);
  }
}
