import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EnabledTotp } from '@switchyard/contracts';
import { User, UserTotp } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { toBuffer } from 'qrcode';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../audit/audit-trail.js';
import { totpChange } from '../audit/totp-state.js';
import { AccessChanges } from '../auth/access/access-changes.js';
import type { Caller } from '../auth/access/caller.js';
import { hashSecret } from '../auth/secrets/credentials.js';
import type { ApiConfig } from '../config.js';
import { badRequest, forbidden, notFound } from '../http/refusals.js';
import { API_CONFIG } from '../infrastructure/tokens.js';
import { toTotp } from '../users/user.mapper.js';
import { requireSelfOrAdmin } from '../users/user-rules.js';
import { acceptedStep, newTotpSecret, totpUri } from './totp-codes.js';
import { insertTotp, type NewTotp, useStep } from './totp.repository.js';

/** A half more than 256, because the library rounds down what it multiplies. */
const QR_WIDTH = 256.5;

/** The authenticator of a user that has this id, or opens with this recovery code. */
type TotpOfUser = { userId: number; id: number } | { userId: number; recoveryHash: string };

/** Authenticators of users. */
@Injectable()
export class TotpService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly changes: AccessChanges,
    private readonly audit: AuditTrail,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * Gives the user a new authenticator. The recovery code is returned here and stored as a hash.
   * Nobody enables one for somebody else, as nobody else may read its secret.
   * @throws 400 when authenticators are off or the user has one
   */
  async enable(caller: Caller, userId: number): Promise<EnabledTotp> {
    requireSelfOrAdmin(caller, userId);
    if (!this.config.SWITCHYARD_AUTH_TOTP) {
      throw badRequest('two_factor_off');
    }
    await this.requireUser(userId);
    if (caller.userId !== userId) {
      throw badRequest('two_factor_others');
    }
    const recovery = this.config.SWITCHYARD_AUTH_TOTP_RECOVERY ? newRecoveryCode() : null;
    const secretEncrypted = this.box.seal(newTotpSecret(), contextOf(userId));
    const row = { userId, secretEncrypted, recoveryHash: recovery && hashRecoveryCode(recovery) };
    const stored = await this.dataSource.transaction((manager) => this.store(manager, row));
    return { ...toTotp(stored), ...(recovery === null ? {} : { recovery_code: recovery }) };
  }

  /**
   * The code to scan, a PNG of 256 × 256 pixels: for the user alone, and only until the first code was taken.
   * @throws 404 with a text when the user has no authenticator that may be shown, 403 for administrators
   */
  async qrCode(caller: Caller, userId: number, totpId: number): Promise<Buffer> {
    requireSelfOrAdmin(caller, userId);
    const user = await this.requireUser(userId);
    if (caller.userId !== userId) {
      throw forbidden('two_factor_picture_others');
    }
    const totp = await this.dataSource.manager.findOneBy(UserTotp, { userId, id: totpId });
    if (!totp) {
      throw notFound('two_factor_off_already');
    }
    if (isConfirmed(totp)) {
      throw notFound('two_factor_picture_used');
    }
    const secret = this.box.openText(totp.secretEncrypted, contextOf(userId));
    return toBuffer(totpUri(secret, user.email), { type: 'png', width: QR_WIDTH });
  }

  /** @throws 400 when the user has no authenticator, 404 when the id is another one's */
  async disable(caller: Caller, userId: number, totpId: number): Promise<void> {
    requireSelfOrAdmin(caller, userId);
    const totp = await this.dataSource.manager.findOneBy(UserTotp, { userId });
    if (!totp) {
      throw badRequest('two_factor_off_already');
    }
    if (totp.id !== totpId) {
      throw notFound();
    }
    await this.takeOff({ userId, id: totpId });
    this.changes.publish([userId]);
  }

  has(userId: number): Promise<boolean> {
    return this.dataSource.manager.existsBy(UserTotp, { userId });
  }

  /** `new` = no code of it was taken yet. */
  async stateOf(userId: number): Promise<'off' | 'new' | 'confirmed'> {
    const totp = await this.dataSource.manager.findOneBy(UserTotp, { userId });
    if (totp === null) {
      return 'off';
    }
    return isConfirmed(totp) ? 'confirmed' : 'new';
  }

  /** Uses a code up: of several requests with one code, one alone gets true. */
  async take(userId: number, passcode: string): Promise<boolean> {
    const totp = await this.dataSource.manager.findOneBy(UserTotp, { userId });
    if (!totp) {
      return false;
    }
    const secret = this.box.openText(totp.secretEncrypted, contextOf(userId));
    const step = acceptedStep(secret, passcode, Number(totp.lastStep), Date.now());
    return step !== null && useStep(this.dataSource.manager, totp.id, step);
  }

  /** Takes the authenticator off whose recovery code this is; false when it is another one. */
  recover(userId: number, recoveryCode: string): Promise<boolean> {
    return this.takeOff({ userId, recoveryHash: hashRecoveryCode(recoveryCode) });
  }

  private async store(manager: EntityManager, row: NewTotp): Promise<UserTotp> {
    const { userId } = row;
    if (!(await insertTotp(manager, row))) {
      throw badRequest('two_factor_on_already');
    }
    await this.audit.record(manager, totpChange(userId, true));
    return manager.findOneByOrFail(UserTotp, { userId });
  }

  /** False when there is no such authenticator. */
  private takeOff(which: TotpOfUser): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.delete(UserTotp, which);
      if (affected !== 1) {
        return false;
      }
      await this.audit.record(manager, totpChange(which.userId, false));
      return true;
    });
  }

  private async requireUser(id: number): Promise<User> {
    const user = await this.dataSource.manager.findOneBy(User, { id });
    if (!user) {
      throw notFound();
    }
    return user;
  }
}

const isConfirmed = ({ lastStep }: UserTotp): boolean => Number(lastStep) > 0;

/** The sealed secret opens for this user alone. */
const contextOf = (userId: number): string => `user_totp:${userId}`;

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Twenty characters in groups of five, 100 random bits; no two that look alike. */
function newRecoveryCode(): string {
  const characters = [...randomBytes(20)].map((byte) => ALPHABET[byte % 32]);
  return [0, 5, 10, 15].map((start) => characters.slice(start, start + 5).join('')).join('-');
}

/** However the code was typed: hyphens, blanks and capitals do not matter. */
const hashRecoveryCode = (code: string): string => hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
