import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  allows,
  type BackupDocument,
  type Issue,
  type ListingRequest,
  problem,
  sentProblem,
  type SyncedFiles,
  type SyncFault,
} from '@switchyard/contracts';
import { type Engine, endSync, type HeldSync, holdSync, LeaseLostError, type SyncResult } from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { ProjectAccessReader } from '../../auth/access/project-access.js';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { auditScope } from '../../auth/audit/audit-scope.js';
import { holdForApply } from '../../platform/database/project-row.repository.js';
import { notFound, refusal } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { managedPlaces, replaceManagedRows } from '../../resources/shared/managed-rows.repository.js';
import { SyncReports } from '../../resources/shared/sync-reports.js';
import { ProjectApply } from '../apply/project-apply.js';
import { RestoreDocuments } from '../backup/restore/restore-documents.js';
import { findPerson, takenSync } from './sync.repository.js';
import { placeLists, rowsOfFiles, syncFaults, syncRules } from './sync-rules.js';

/** Applies what runners read of the files of projects (ADR 0105): the result is stored in the transaction that applies it. */
@Injectable()
export class SyncApply implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly documents: RestoreDocuments,
    private readonly applies: ProjectApply,
    private readonly access: ProjectAccessReader,
    private readonly reports: SyncReports,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  onModuleInit(): void {
    this.reports.use((runnerId, report) => this.take(runnerId, report));
  }

  /** @throws LeaseLostError when the sync is not the runner's, or not any more */
  async take(runnerId: number, { lease, branches, problem: why, files }: ListingRequest): Promise<void> {
    const [, seen = null] = branches[0] ?? [];
    const of = { runnerId, lease };
    if (why !== null || seen === null) {
      await this.keep(of, { seen, faults: [ofCommit(why ?? sentProblem(problem('git_gave_no_reason')))] });
    } else if (files === undefined) {
      await this.keep(of, { seen, faults: [] });
    } else {
      await this.applyFiles(of, seen, files);
    }
  }

  private async applyFiles(of: Lease, seen: string, files: SyncedFiles): Promise<void> {
    try {
      await this.held(of, (manager, sync) => this.applyIn(manager, sync, { seen, files }));
      this.applies.announce();
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      await this.keep(of, { seen, faults: faultsOf(error, files) });
    }
  }

  private async applyIn(manager: EntityManager, sync: HeldSync, { seen, files }: Seen): Promise<void> {
    const { caller, access } = await this.person(manager, sync);
    const document = await this.documents.read(sync.userId, Buffer.from(files.document));
    const managed = await managedPlaces(manager, sync.projectId);
    const rules = syncRules(sync, document as BackupDocument, managed);
    const applied = await auditScope.run(scopeOf(caller, sync), () =>
      this.applies.applyIn(manager, { caller, access, rules, expected: null }),
    );
    await replaceManagedRows(manager, sync.projectId, rowsOfFiles(applied, placeLists(files)));
    await endSync(manager, sync.id, { seen, isApplied: true, faults: [] });
  }

  /** The person for whom a sync acts, with present rights. @throws 403 when they do not suffice any more */
  private async person(
    manager: EntityManager,
    { userId, projectId }: HeldSync,
  ): Promise<{ caller: Caller; access: ProjectAccess }> {
    const person = await findPerson(manager, userId);
    const { username = '', name = '', admin = false } = person ?? {};
    const access = await this.access.read({ userId, admin }, projectId);
    if (!access || !allows(access.permissions, 'manageProjectResources')) {
      throw refusal(403, 'sync_not_permitted', { username });
    }
    // It was saved in a fresh session, or by a token for what lasts.
    const proof = {
      via: 'token',
      sessionId: null,
      fresh: false,
      scopes: ['lasting'],
      tokenId: null,
      tokenEnd: null,
    } as const;
    return { access, caller: { userId, username, name, admin, ...proof } };
  }

  private keep(of: Lease, result: Omit<SyncResult, 'isApplied'>): Promise<void> {
    return this.held(of, (manager, { id }) => endSync(manager, id, { ...result, isApplied: false }));
  }

  /** Holds first the project, as its deletion does, and then the sync. */
  private async held(
    { runnerId, lease }: Lease,
    work: (manager: EntityManager, sync: HeldSync) => Promise<void>,
  ): Promise<void> {
    const projectId = await this.dataSource.transaction(async (manager) => {
      const found = await takenSync(manager, lease);
      if (found && !(await holdForApply(manager, found.projectId))) {
        throw notFound();
      }
      const sync = await holdSync(manager, runnerId, lease);
      if (!sync) {
        throw new LeaseLostError();
      }
      await work(manager, sync);
      return sync.projectId;
    });
    this.engine.signals.deliveryListsChanged([{ projectId, of: 'sync' }]);
  }
}

interface Lease {
  runnerId: number;
  lease: string;
}

/** Files at a commit. */
interface Seen {
  seen: string;
  files: SyncedFiles;
}

const ofCommit = (why: SyncFault['problem']): SyncFault => ({ place: '', member: '', problem: why });

/** Why an apply was refused, with the places in the files. */
function faultsOf({ problem: why, body }: UserError, files: SyncedFiles): SyncFault[] {
  const issues = body['issues'] as readonly Issue[] | undefined;
  return issues === undefined ? [ofCommit(sentProblem(why))] : syncFaults(issues, placeLists(files));
}

const scopeOf = ({ userId, username }: Caller, { projectId }: HeldSync) => ({
  action: 'projects.sync',
  userId,
  username,
  tokenId: null,
  ip: '',
  userAgent: 'sync',
  projectId,
  recorded: 0,
  refused: false,
});
