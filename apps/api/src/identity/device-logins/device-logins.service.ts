import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  DEVICE_CODE_LENGTH,
  DEVICE_CODE_LETTERS,
  type DeviceLogin,
  type DeviceLoginDecision,
  type WaitingDeviceLogin,
} from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { type AuditScope, auditScope } from '../../auth/audit/audit-scope.js';
import { hashSecret, newSecret } from '../../auth/secrets/credentials.js';
import { clientNetwork } from '../../auth/throttle/client-network.js';
import { TokensService } from '../../auth/tokens/tokens.service.js';
import { badRequest, refusal } from '../../platform/http/refusals.js';
import {
  confirmWaiting,
  findWaiting,
  insertDeviceLogin,
  isWaiting,
  refuseWaiting,
  takeConfirmed,
} from './device-login.repository.js';

/** Seconds in which a person confirms. */
const LIFE_SECONDS = 600;
const INTERVAL_SECONDS = 2;
/** Sign-ins that wait at once: of all, and from one address or IPv6 network. */
const MOST = { most: 1_000, mostOfAddress: 20 };

/** Sign-ins of command lines that a person confirms in the console, in the manner of RFC 8628. */
@Injectable()
export class DeviceLogins {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensService,
  ) {}

  /** @throws 429 when too many wait */
  async begin(name: string, ip: string): Promise<DeviceLogin> {
    const secret = newSecret();
    const code = newCode();
    const login = { id: hashSecret(secret), userCode: hashSecret(code), name, ip: clientNetwork(ip) };
    const bounds = { seconds: LIFE_SECONDS, ...MOST };
    if (!(await insertDeviceLogin(this.dataSource.manager, login, bounds))) {
      throw refusal(429, 'device_logins_full');
    }
    const shown = `${code.slice(0, DEVICE_CODE_LENGTH / 2)}-${code.slice(DEVICE_CODE_LENGTH / 2)}`;
    return { device_code: secret, user_code: shown, expires_in: LIFE_SECONDS, interval: INTERVAL_SECONDS };
  }

  /** The token of a sign-in that was confirmed, once; null = nobody has decided. @throws 400 when it is over */
  async look(secret: string, ip: string): Promise<string | null> {
    const id = hashSecret(secret);
    return this.dataSource.transaction(async (manager) => {
      const confirmed = await takeConfirmed(manager, id);
      if (confirmed) {
        const { userId, name } = confirmed;
        const members = { userId, name, expires: null, madeBy: null, scopes: [] };
        const made = await auditScope.run(scopeOf(userId, ip), () => this.tokens.insert(manager, members));
        return made.id;
      }
      if (!(await isWaiting(manager, id))) {
        throw badRequest('device_login_over');
      }
      return null;
    });
  }

  /** @throws 400 when none waits for the code */
  async waiting(code: string): Promise<WaitingDeviceLogin> {
    const found = await findWaiting(this.dataSource.manager, hashSecret(code));
    if (!found) {
      throw badRequest('device_login_unknown');
    }
    return { name: found.name, ip: found.ip, created: found.created.toISOString() };
  }

  /** @throws 400 when none waits for the code, or somebody has decided */
  async decide({ userId }: Caller, { user_code: code, approved }: DeviceLoginDecision): Promise<void> {
    const { manager } = this.dataSource;
    const hash = hashSecret(code);
    if (!(await (approved ? confirmWaiting(manager, hash, userId) : refuseWaiting(manager, hash)))) {
      throw badRequest('device_login_unknown');
    }
  }
}

const scopeOf = (userId: number, ip: string): AuditScope => ({
  action: 'sign-in.device',
  userId,
  username: '',
  tokenId: null,
  ip,
  userAgent: '',
  projectId: null,
  recorded: 0,
  refused: false,
});

const newCode = (): string =>
  Array.from({ length: DEVICE_CODE_LENGTH }, () => DEVICE_CODE_LETTERS[randomInt(DEVICE_CODE_LETTERS.length)]).join('');
