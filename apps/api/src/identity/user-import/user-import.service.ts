import { Injectable } from '@nestjs/common';
import {
  type ImportedUser,
  type ImportedUsers,
  isCheckableHash,
  issuesOf,
  isTotpSecret,
  sentProblem,
  UserCreate,
  type UserImport,
} from '@switchyard/contracts';
import { User } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Caller } from '../../auth/access/caller.js';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { notPermitted } from '../../platform/http/refusals.js';
import { TotpService } from '../two-factor/totp.service.js';
import { getUser, insertIfNew } from '../users/user.repository.js';

type Imported = ImportedUsers['users'][number];

const problemsOf = ({ issues }: z.ZodError): Imported['problems'] =>
  issuesOf(issues).map(({ path, message, code, params }) => ({ path, message, ...sentProblem({ code, params }) }));

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  constructor(readonly answer: ImportedUsers) {
    super('a dry run stores nothing');
  }
}

/** Makes accounts of the users of another product, with their password hashes and authenticators. It changes no account. */
@Injectable()
export class UserImportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly totps: TotpService,
    private readonly audit: AuditTrail,
  ) {}

  /** All or none of those that may come. @throws 401 unless the caller is an administrator */
  async import(caller: Caller, { users, dry_run: isDry }: UserImport): Promise<ImportedUsers> {
    if (!caller.admin) {
      throw notPermitted();
    }
    try {
      return await this.dataSource.transaction(async (manager) => {
        const answer: ImportedUsers = { users: [] };
        for (const user of users) {
          answer.users.push(await this.importOne(manager, user));
        }
        if (isDry) {
          throw new DryRun(answer);
        }
        return answer;
      });
    } catch (error) {
      if (error instanceof DryRun) {
        return error.answer;
      }
      throw error;
    }
  }

  private async importOne(manager: EntityManager, user: ImportedUser): Promise<Imported> {
    const { password_hash: hash, totp_secret: secret, ...members } = user;
    const judged = UserCreate.safeParse(members);
    const none = { username: user.username, password: false, authenticator: false };
    if (!judged.success) {
      return { ...none, outcome: 'refused', problems: problemsOf(judged.error) };
    }
    // Whom a directory or provider signs in has no password here.
    const passwordHash = hash !== null && !user.external && isCheckableHash(hash) ? hash : null;
    const id = await insertIfNew(manager, { ...judged.data, passwordHash });
    if (id === null) {
      return { ...none, outcome: 'exists', problems: [] };
    }
    const after = await getUser(manager, id);
    await this.audit.record(manager, { entity: User, objectType: 'user', objectId: id, before: null, after });
    const authenticator = secret !== null && isTotpSecret(secret);
    if (authenticator) {
      await this.totps.bring(manager, id, secret);
    }
    return { ...none, outcome: 'created', password: passwordHash !== null, authenticator, problems: [] };
  }
}
