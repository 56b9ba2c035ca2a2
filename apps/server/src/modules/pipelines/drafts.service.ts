import { AppError, createId, type Random } from '@acequia/base';
import type { SavedDraft } from '@acequia/contract';
import { keepsOverwritten, overwrittenKeptMax } from '@acequia/domain';
import type { PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { documentReferences } from './document-references.ts';
import { draftVersion } from './pipelines.present.ts';
import {
  deleteAutosavedAfter,
  findVersionRow,
  insertAutosaved,
  insertVersion,
  updateVersion,
  type PipelineRow,
  type VersionRow,
} from './pipelines.store.ts';

export interface Drafts {
  saveDraft(
    scope: TenantScope,
    input: { readonly id: string; readonly revision: number; readonly document: PipelineDocument },
  ): Promise<SavedDraft>;
  /** A version, or a kept state of the draft, becomes the draft; what it takes the place of is kept. */
  restoreVersion(
    scope: TenantScope,
    input: { readonly id: string; readonly revision: number; readonly version: string },
  ): Promise<SavedDraft>;
}

/** How a use case gets at a pipeline. */
export interface PipelineAccess {
  readonly require: (scope: TenantScope, id: string) => Promise<PipelineRow>;
  /**
   * The stored draft, or an unsaved one of the newest version. A publication takes up the revision it is made of: what is shown after it is
   * the next one, so that a revision is published once.
   */
  readonly draftOf: (scope: TenantScope, pipeline: PipelineRow) => Promise<VersionRow>;
}

interface DraftsDeps extends PipelineAccess {
  readonly catalogue: Catalogue;
  readonly random: Random;
}

export function createDrafts({ catalogue, random, require, draftOf }: DraftsDeps): Drafts {
  /** The stored draft as an autosaved version, which is used by nothing; older ones beyond the limit go. */
  const keep = async (scope: TenantScope, stored: VersionRow) => {
    await insertAutosaved(scope.tx, {
      ...stored,
      id: createId('version', random),
      version: `${draftVersion}-${stored.revision}`,
      status: 'autosaved',
      createdAt: stored.updatedAt,
      createdBy: stored.updatedBy,
    });
    await deleteAutosavedAfter(scope.tx, stored.pipelineId, overwrittenKeptMax);
  };
  const write = async (scope: TenantScope, pipeline: PipelineRow, revision: number, document: PipelineDocument, always: boolean) => {
    const before = await draftOf(scope, pipeline);
    const stored = await findVersionRow(scope.tx, pipeline.id, draftVersion);
    // What was published has the document of the unsaved draft: whoever edits it while another person publishes it loses nothing.
    const published = !stored && revision > 0 && revision === before.revision - 1;
    if (before.revision !== revision && !published) throw draftConflict(before, (await memberNames(scope))(before.updatedBy));
    const last = { at: before.updatedAt, by: before.updatedBy };
    if (stored && stored.document.nodes.length > 0 && (always || keepsOverwritten(last, { at: scope.now, by: scope.userId })))
      await keep(scope, stored);
    const stamps = { updatedAt: scope.now, updatedBy: scope.userId, ...(stored ? {} : { createdAt: scope.now, createdBy: scope.userId }) };
    const row: VersionRow = { ...before, ...stamps, document, revision: before.revision + 1 };
    await (stored ? updateVersion : insertVersion)(scope.tx, row, documentReferences(document, catalogue));
    await writeChange(scope, 'version', row.id);
    return { revision: row.revision, savedAt: scope.now };
  };
  return {
    saveDraft: async (scope, { id, revision, document }) => write(scope, await require(scope, id), revision, document, false),
    restoreVersion: async (scope, { id, revision, version }) => {
      const pipeline = await require(scope, id);
      const row = version === draftVersion ? undefined : await findVersionRow(scope.tx, id, version);
      if (!row) throw new AppError('WEB-10008', { fields: { version } });
      return write(scope, pipeline, revision, row.document, true);
    },
  };
}

/** Somebody has saved the draft since; names who and when. */
export const draftConflict = (stored: Pick<VersionRow, 'revision' | 'updatedAt'>, by: string): AppError =>
  new AppError('ACQ-CONFLICT', { fields: { revision: stored.revision, by, at: stored.updatedAt } });
