import type { AuditActions, AuditOutcome, AuditRecord } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { ownAddress } from '../lib/own-address.js';

/** Which records; an absent member filters nothing. Times are in RFC 3339: from (inclusive) to (exclusive). */
export interface AuditChoice {
  user_id?: number | undefined;
  project_id?: number | undefined;
  action?: string | undefined;
  ip?: string | undefined;
  outcome?: AuditOutcome | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A page of them, newest first: below a record, above one, or the top. */
interface AuditPage extends AuditChoice {
  before?: number;
  after?: number;
  limit: number;
}

const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query<AuditRecord[], AuditPage>({
      query: (params) => ({ url: 'audit', params }),
    }),
    listAuditActions: build.query<AuditActions, void>({ query: () => 'audit/actions' }),
  }),
});

/** Address of the file with all records of a choice. */
export function auditExportPath(choice: AuditChoice, format: 'csv' | 'ndjson'): string {
  const given = Object.entries({ ...choice, format }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return ownAddress(`/api/audit/export?${query.toString()}`);
}

export const { useListAuditQuery, useListAuditActionsQuery } = auditApi;
