import type { ApplyReport } from '@acequia/engine';
import type { Deployment } from '@acequia/pipeline';
import type { LookupTables } from '../lookups/lookup-tables.ts';

/** The report of the engine, which knows that a table is missing, with why it is. */
export function withTableFaults(report: ApplyReport, { pipelines }: Deployment, tables: Pick<LookupTables, 'faultOf'>): ApplyReport {
  return {
    ...report,
    pipelines: report.pipelines.map((entry) => {
      const { error } = entry;
      const tenantId = pipelines.find(({ id }) => id === entry.id)?.tenantId;
      if (error?.code !== 'LOOKUP_UNAVAILABLE' || error.message === undefined || tenantId === undefined) return entry;
      return { ...entry, error: { ...error, code: tables.faultOf(error.message, tenantId) ?? error.code } };
    }),
  };
}
