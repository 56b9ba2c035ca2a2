export interface Metadata {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export type MetadataFault = 'nameEmpty' | 'nameLong' | 'tagShort' | 'tagMany' | 'descriptionLong' | 'nameTaken';

/** A thing has at most so many. */
export const tagsMax = 20;

export const tagFits = (tag: string): boolean => tag.trim().length >= 2 && tag.trim().length <= 64;

/** Catalogue 0.1. */
export function metadataFaults({ name, description, tags }: Metadata): Partial<Record<keyof Metadata, MetadataFault>> {
  return {
    ...(name.trim() === '' ? { name: 'nameEmpty' as const } : name.trim().length > 128 ? { name: 'nameLong' as const } : {}),
    ...(description.length > 2000 ? { description: 'descriptionLong' as const } : {}),
    ...(tags.length > tagsMax ? { tags: 'tagMany' as const } : tags.some((tag) => !tagFits(tag)) ? { tags: 'tagShort' as const } : {}),
  };
}

/** Codes that mean: another one has this name. */
export const nameTakenCodes: ReadonlySet<string> = new Set(['WEB-00031', 'WEB-12006', 'WEB-00034', 'WEB-00035']);
