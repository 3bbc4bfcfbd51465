import { Inject, Injectable } from '@nestjs/common';
import { ErrorCode, type EnabledTotp, type TotpInput } from '@switchyard/contracts';
import type { User, UserTotp } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { toBuffer } from 'qrcode';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { totpChange } from '../../auth/audit/totp-status.js';
import { AccessChanges } from '../../auth/access/access-changes.js';
import type { Caller } from '../../auth/access/caller.js';
import type { ApiConfig } from '../../platform/config.js';
import { badRequest, forbidden, notFound } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { toTotp } from '../users/user.mapper.js';
import { deleteTotp, findTotp, findUser, type TotpOfUser } from '../users/user.repository.js';
import { requireSelfOrAdmin } from '../users/user-rules.js';
import { acceptedStep, hashRecoveryCode, newRecoveryCode, newTotpSecret, totpUri } from './totp-codes.js';
import { findPending, getTotp, insertTotp, removePending, replacePending, useStep } from './totp.repository.js';

/** A half more than 256, because the library rounds down what it multiplies. */
const QR_WIDTH = 256.5;

/** A sealed secret, and the step of the first code that was taken. */
interface NewSecret {
  userId: number;
  secretEncrypted: string;
  step: number;
}

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
   * Gives the user a new authenticator, or one that waits for its first code. The recovery code is returned once, when it
   * is switched on, and stored as a hash. Nobody enables one for somebody else, as nobody else may read its secret.
   * @throws 400 when authenticators are off or the user has one
   */
  async enable(caller: Caller, userId: number, { pending }: TotpInput): Promise<EnabledTotp> {
    const { email } = await this.requireOwn(caller, userId);
    const secret = newTotpSecret();
    const secretEncrypted = this.box.seal(secret, contextOf(userId));
    if (!pending) {
      return this.dataSource.transaction((manager) => this.switchOn(manager, { userId, secretEncrypted, step: 0 }));
    }
    if (await this.has(userId)) {
      throw badRequest('two_factor_on_already');
    }
    const waiting = await replacePending(this.dataSource.manager, { userId, secretEncrypted });
    return { ...toTotp(waiting), url: totpUri(secret, email) };
  }

  /**
   * Switches a pending authenticator on by its first code.
   * @throws 400 for a wrong code, or when the user has an authenticator by now; 404 when it does not wait any more
   */
  async confirm(caller: Caller, userId: number, totpId: number, passcode: string): Promise<EnabledTotp> {
    await this.requireOwn(caller, userId);
    const pending = await findPending(this.dataSource.manager, userId, totpId);
    if (pending === null) {
      throw notFound('two_factor_pending_over');
    }
    const { secretEncrypted } = pending;
    const secret = this.box.openText(secretEncrypted, contextOf(userId));
    const step = acceptedStep(secret, passcode, 0, Date.now());
    if (step === null) {
      throw badRequest(ErrorCode.invalidPasscode);
    }
    return this.dataSource.transaction(async (manager) => {
      if (!(await removePending(manager, totpId))) {
        throw notFound('two_factor_pending_over');
      }
      return this.switchOn(manager, { userId, secretEncrypted, step });
    });
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
    const { manager } = this.dataSource;
    const totp = await findTotp(manager, userId);
    const own = totp?.id === totpId ? totp : null;
    if (own !== null && isConfirmed(own)) {
      throw notFound('two_factor_picture_used');
    }
    const shown = own ?? (await findPending(manager, userId, totpId));
    if (shown === null) {
      throw notFound('two_factor_off_already');
    }
    const secret = this.box.openText(shown.secretEncrypted, contextOf(userId));
    return toBuffer(totpUri(secret, user.email), { type: 'png', width: QR_WIDTH });
  }

  /** @throws 400 when the user has no authenticator, 404 when the id is another one's */
  async disable(caller: Caller, userId: number, totpId: number): Promise<void> {
    requireSelfOrAdmin(caller, userId);
    const totp = await findTotp(this.dataSource.manager, userId);
    if (!totp) {
      throw badRequest('two_factor_off_already');
    }
    if (totp.id !== totpId) {
      throw notFound();
    }
    await this.takeOff({ userId, id: totpId });
    this.changes.publish([userId]);
  }

  /** Gives a new account the authenticator that it had elsewhere; a code of it switches on nothing, as it is on. */
  async bring(manager: EntityManager, userId: number, secret: string): Promise<void> {
    const secretEncrypted = this.box.seal(secret, contextOf(userId));
    await insertTotp(manager, { userId, secretEncrypted, recoveryHash: null, lastStep: '0' });
    await this.audit.record(manager, totpChange(userId, true));
  }

  async has(userId: number): Promise<boolean> {
    return (await findTotp(this.dataSource.manager, userId)) !== null;
  }

  /** `new` = no code of it was taken yet. */
  async stateOf(userId: number): Promise<'off' | 'new' | 'confirmed'> {
    const totp = await findTotp(this.dataSource.manager, userId);
    if (totp === null) {
      return 'off';
    }
    return isConfirmed(totp) ? 'confirmed' : 'new';
  }

  /** Uses a code up: of several requests with one code, one alone gets true. */
  async take(userId: number, passcode: string): Promise<boolean> {
    const totp = await findTotp(this.dataSource.manager, userId);
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

  /** @param step of the first code; 0 = none was taken yet */
  private async switchOn(manager: EntityManager, { userId, secretEncrypted, step }: NewSecret): Promise<EnabledTotp> {
    const recovery = this.config.SWITCHYARD_AUTH_TOTP_RECOVERY ? newRecoveryCode() : null;
    const recoveryHash = recovery === null ? null : hashRecoveryCode(recovery);
    if (!(await insertTotp(manager, { userId, secretEncrypted, recoveryHash, lastStep: String(step) }))) {
      throw badRequest('two_factor_on_already');
    }
    await this.audit.record(manager, totpChange(userId, true));
    const stored = await getTotp(manager, userId);
    return { ...toTotp(stored), ...(recovery === null ? {} : { recovery_code: recovery }) };
  }

  /** False when there is no such authenticator. */
  private takeOff(which: TotpOfUser): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await deleteTotp(manager, which))) {
        return false;
      }
      await this.audit.record(manager, totpChange(which.userId, false));
      return true;
    });
  }

  private async requireOwn(caller: Caller, userId: number): Promise<User> {
    requireSelfOrAdmin(caller, userId);
    if (!this.config.SWITCHYARD_AUTH_TOTP) {
      throw badRequest('two_factor_off');
    }
    const user = await this.requireUser(userId);
    if (caller.userId !== userId) {
      throw badRequest('two_factor_others');
    }
    return user;
  }

  private async requireUser(id: number): Promise<User> {
    const user = await findUser(this.dataSource.manager, id);
    if (!user) {
      throw notFound();
    }
    return user;
  }
}

const isConfirmed = ({ lastStep }: UserTotp): boolean => Number(lastStep) > 0;

/** The sealed secret opens for this user alone. */
const contextOf = (userId: number): string => `user_totp:${userId}`;
