import { Inject, Injectable } from '@nestjs/common';
import { allows, type ApplyPreview, type BackupDocument } from '@switchyard/contracts';
import type { Engine } from '@switchyard/engine';
import { DataSource, type EntityManager } from 'typeorm';
import { requireLasting } from '../../auth/access/fresh-sign-in.js';
import { keepMakerOfAddresses, lastAddress } from '../../auth/audit/access-grants.repository.js';
import { auditScope } from '../../auth/audit/audit-scope.js';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { entityTag, requireMatch } from '../../platform/http/entity-tag.js';
import { notFound, refusal } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { sentIssues } from '../../resources/integrations/reading/shown-reading.js';
import { RestoreDocuments } from '../backup/restore/restore-documents.js';
import { holdForApply } from '../../platform/database/project-row.repository.js';
import { managedPlaces } from '../../resources/shared/managed-rows.repository.js';
import { ApplyReader, type ApplyRules, type ReadApply } from './apply-reader.js';
import { ApplyWriter, type Ids } from './apply-writer.js';
import { refuseManaged } from './managed-entries.js';

/** Options of an apply. */
interface ApplyRequest {
  bytes: Buffer;
  /** Rows that a list of the files lacks go. */
  isPruned: boolean;
  /** The header `If-Match`: tag of the preview that was shown; `null` = any. */
  expected: string | null;
}

/** Makes a project what files are: all of it in one transaction, or nothing. */
@Injectable()
export class ProjectApply {
  constructor(
    private readonly dataSource: DataSource,
    private readonly documents: RestoreDocuments,
    private readonly reader: ApplyReader,
    private readonly writer: ApplyWriter,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** The plan of an apply; changes nothing. @throws 400 with all faults of the files */
  async preview(caller: Caller, { projectId }: ProjectAccess, bytes: Buffer, isPruned: boolean): Promise<ApplyPreview> {
    const document = await this.documents.read(caller.userId, bytes);
    return this.dataSource.transaction('REPEATABLE READ', async (manager) =>
      previewOf(await this.reader.read(manager, projectId, await rulesFor(manager, projectId, document, isPruned))),
    );
  }

  /** @throws as `preview`; 403 as {@link requireLasting} when an address would be made; 412 when the project, or the files, are not those of the preview any more */
  async apply(caller: Caller, access: ProjectAccess, request: ApplyRequest): Promise<ApplyPreview> {
    const document = await this.documents.read(caller.userId, request.bytes);
    const { preview } = await this.dataSource.transaction(async (manager) => {
      if (!(await holdForApply(manager, access.projectId))) {
        throw notFound();
      }
      const rules = await rulesFor(manager, access.projectId, document, request.isPruned);
      return this.applyIn(manager, { caller, access, rules, expected: request.expected });
    });
    this.announce();
    return preview;
  }

  /** To be called after the commit of {@link applyIn}. */
  announce(): void {
    this.engine.signals.schedulesChanged();
    this.engine.signals.dispatchNeeded('project applied');
  }

  /** Applies in a transaction that holds the project for it. @throws as `apply` */
  async applyIn(manager: EntityManager, { caller, access, rules, expected }: Apply): Promise<Applied> {
    const { projectId, permissions } = access;
    const read = await this.reader.read(manager, projectId, rules);
    const preview = previewOf(read);
    requireMatch(expected, preview.tag);
    if (preview.changes.some(({ section }) => section === 'project') && !allows(permissions, 'updateProject')) {
      throw refusal(403, 'not_allowed');
    }
    let ids: Applied['ids'] = new Map();
    if (preview.changes.length > 0) {
      const after = await lastAddress(manager, projectId);
      ids = await this.writer.write(manager, caller, projectId, read);
      if ((await keepMakerOfAddresses(manager, auditScope.getStore(), { projectId, after })) > 0) {
        requireLasting(caller);
      }
      await this.writer.record(manager, caller, { read, preview, ids });
    }
    return { preview, read, ids };
  }
}

interface Apply {
  caller: Caller;
  access: ProjectAccess;
  rules: ApplyRules;
  expected: string | null;
}

/** An apply in a transaction that is open. */
export interface Applied {
  preview: ApplyPreview;
  read: ReadApply;
  /** Ids of the rows of each kind, in the order of its merged entries; none = nothing was written. */
  ids: Ids;
}

/** Rules of an apply that a person makes: a list that the files lack is left alone, and so is what a sync holds. */
async function rulesFor(
  manager: EntityManager,
  projectId: number,
  document: BackupDocument,
  isPruned: boolean,
): Promise<ApplyRules> {
  const managed = await managedPlaces(manager, projectId);
  return {
    document,
    drops: ({ backup }) => isPruned && (document[backup.section] ?? null) !== null,
    permit: (read, findings) => refuseManaged(read, managed, findings),
  };
}

function previewOf({ differences: { changes, unchanged }, findings }: ReadApply): ApplyPreview {
  return { tag: entityTag(changes), changes, unchanged, notes: sentIssues(findings.notes) };
}
