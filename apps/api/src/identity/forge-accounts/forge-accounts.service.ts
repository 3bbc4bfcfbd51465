import { Injectable } from '@nestjs/common';
import {
  type LinkedForgeAccount as WireAccount,
  type LinkedForgeAccountInput,
  MAX_FORGE_ACCOUNTS,
} from '@switchyard/contracts';
import { UserForgeAccount } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { badMember, badRequest, notFound } from '../../platform/http/refusals.js';
import { deleteAccount, findAccount, findAccounts, holdUser, insertAccount } from './forge-account.repository.js';

/** Accounts at forges that users link to themselves. */
@Injectable()
export class LinkedForgeAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  async list(userId: number): Promise<WireAccount[]> {
    return (await findAccounts(this.dataSource.manager, userId)).map(toWire);
  }

  /** @throws 400 for one that is linked already, and beyond the most */
  link(userId: number, { host, account }: LinkedForgeAccountInput): Promise<WireAccount> {
    return this.dataSource.transaction(async (manager) => {
      await holdUser(manager, userId);
      const known = await findAccounts(manager, userId);
      if (known.some((each) => each.host === host && each.account === account)) {
        throw badMember('account', 'duplicates');
      }
      if (known.length >= MAX_FORGE_ACCOUNTS) {
        throw badRequest('forge_accounts_full', { max: MAX_FORGE_ACCOUNTS });
      }
      const row = await insertAccount(manager, { userId, host, account });
      await this.record(manager, null, row);
      return toWire(row);
    });
  }

  /** @throws 404 */
  async unlink(userId: number, id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await findAccount(manager, { id, userId });
      if (!row) {
        throw notFound();
      }
      await deleteAccount(manager, id);
      await this.record(manager, row, null);
    });
  }

  private record(
    manager: EntityManager,
    before: UserForgeAccount | null,
    after: UserForgeAccount | null,
  ): Promise<void> {
    const objectId = (after ?? before)?.id ?? 0;
    return this.audit.record(manager, {
      entity: UserForgeAccount,
      objectType: 'forge_account',
      objectId,
      before,
      after,
    });
  }
}

const toWire = ({ id, host, account, created }: UserForgeAccount): WireAccount => ({
  id,
  host,
  account,
  created: created.toISOString(),
});
