import * as z from 'zod';

/** Where each worker's next page begins; `null`: nothing is left there. A worker not named begins at its newest. */
const pageSchema = z.record(z.string(), z.string().nullable());
export type PageCursor = z.infer<typeof pageSchema>;

/** Where a change of a group goes on: with which worker, from where, and up to which moment letters belong to it. */
const groupSchema = z.object({ worker: z.string(), from: z.string().nullable(), to: z.int() });
export type GroupCursor = z.infer<typeof groupSchema>;

export const readPageCursor = (text: string | undefined): PageCursor => read(pageSchema, text) ?? {};
export const readGroupCursor = (text: string | undefined): GroupCursor | undefined => read(groupSchema, text);

export const writeCursor = (cursor: PageCursor | GroupCursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function read<T>(schema: z.ZodType<T>, text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
