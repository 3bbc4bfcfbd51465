import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { settleInTurn } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../../auth/access/access-changes.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, LOGGER } from '../../platform/infrastructure/tokens.js';
import { claimDueIdentities, type DueIdentity, releaseIdentities } from '../external-users/external-user.repository.js';
import { ExternalUsers } from '../external-users/external-users.js';
import { LdapDirectory, PEOPLE_PER_SEARCH } from './ldap-directory.js';

/** Between two rounds, in milliseconds. */
const ROUND_MS = 60_000;
/** Most searches of a round; who is left over comes first in the next one. */
const SEARCHES_PER_ROUND = 100;

/**
 * Asks the directory whether people who have sessions or tokens are still in it and may still sign in. An account whose person
 * left opens nothing any more, and does again once the person is back. Replicas take different people.
 */
@Injectable()
export class DirectoryChecks implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: LdapDirectory,
    private readonly externalUsers: ExternalUsers,
    private readonly changes: AccessChanges,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { SWITCHYARD_AUTH_LDAP_URL: url, SWITCHYARD_AUTH_LDAP_CHECK_MINUTES: minutes } = this.config;
    this.directory
      .require()
      .catch((err: unknown) => this.logger.error({ err }, 'The LDAP directory does not work now'));
    if (url !== undefined && minutes > 0) {
      this.timer = setInterval(() => this.begin(), ROUND_MS);
    }
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  /** One round. A directory that does not answer changes nothing: its people are due again in the next one. */
  async run(): Promise<void> {
    for (let search = 0; search < SEARCHES_PER_ROUND; search += 1) {
      const minutes = this.config.SWITCHYARD_AUTH_LDAP_CHECK_MINUTES;
      const due = await claimDueIdentities(this.dataSource.manager, minutes, PEOPLE_PER_SEARCH);
      if (due.length === 0 || !(await this.check(due)) || due.length < PEOPLE_PER_SEARCH) {
        return;
      }
    }
  }

  private begin(): void {
    this.round = this.round
      .then(() => this.run())
      .catch((err: unknown) => this.logger.warn({ err }, 'People could not be looked up; it is tried again'));
  }

  /** Answers whether the directory did. */
  private async check(due: readonly DueIdentity[]): Promise<boolean> {
    const subjects = due.map(({ subject }) => subject);
    const present = await this.directory.present(subjects).catch(async (err: unknown) => {
      await releaseIdentities(this.dataSource.manager, subjects);
      this.logger.warn({ err }, 'The LDAP directory could not be asked for its people; it is tried again');
      return null;
    });
    await (present && this.store(due, present));
    return present !== null;
  }

  private async store(due: readonly DueIdentity[], present: ReadonlySet<string>): Promise<void> {
    const moved = due.filter(({ subject, left }) => left === present.has(subject));
    const settled = await settleInTurn(moved, ({ userId, left }) => this.externalUsers.setPresence(userId, left));
    const failed = moved.filter((_, i) => settled[i]?.status === 'rejected').map(({ subject }) => subject);
    if (failed.length > 0) {
      await releaseIdentities(this.dataSource.manager, failed);
      this.logger.warn({ failed: failed.length }, 'Who left the directory could not be stored; it is tried again');
    }
    this.changes.publish(moved.map(({ userId }) => userId));
  }
}
