import { randomInt } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ErrorCode, fillPlaces, type Language, languageOf, own, PASSCODE_LENGTH } from '@switchyard/contracts';
import type { Logger } from '@switchyard/server';
import { wordingIn } from '@switchyard/texts';
import { DataSource } from 'typeorm';
import { hashSecret } from '../../auth/secrets/credentials.js';
import type { ApiConfig } from '../../platform/config.js';
import { unauthorized } from '../../platform/http/refusals.js';
import { API_CONFIG, LOGGER } from '../../platform/infrastructure/tokens.js';
import { countTry, findAddress, findLanguage, saveCode, useCode } from './email-code.repository.js';
import { Mailer } from './mailer.js';

const LIFETIME_MINUTES = 10;
const MAX_TRIES = 5;

export interface SendOptions {
  /** Wait for the mail server and report its failure. Otherwise the answer's time reveals nothing of the address. */
  wait: boolean;
  /** False: everything but the mail, for an address that may not sign in. */
  deliver?: boolean;
}

/** Codes by mail: six digits, good once, for ten minutes and five tries, for one session alone. */
@Injectable()
export class EmailCodes implements OnModuleDestroy {
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.sending);
  }

  /** Sends the session a new code; the one before it is void. @param secret of the session */
  async send(secret: string, email: string, { wait, deliver = true }: SendOptions): Promise<void> {
    const code = String(randomInt(10 ** PASSCODE_LENGTH)).padStart(PASSCODE_LENGTH, '0');
    await saveCode(this.dataSource.manager, {
      sessionId: hashSecret(secret),
      email,
      hash: codeHash(secret, code),
      lifetimeMinutes: LIFETIME_MINUTES,
    });
    const language = languageOf((await findLanguage(this.dataSource.manager, email)) ?? '');
    if (!deliver) {
      return;
    }
    const mail = this.mailer.send({ to: email, ...letter(code, language ?? this.config.SWITCHYARD_LANGUAGE) });
    await (wait ? mail : this.inBackground(mail));
  }

  /** Where the code of the session went; `null` when it awaits none. */
  addressOf(sessionId: string): Promise<string | null> {
    return findAddress(this.dataSource.manager, sessionId);
  }

  /**
   * Takes a code and answers the email that it proves. It is good once: of several requests one alone gets through.
   * @throws 401 for a wrong code, with another code when it is too old or was guessed at too often
   */
  async take(secret: string, passcode: string): Promise<string> {
    const sessionId = hashSecret(secret);
    const row = await countTry(this.dataSource.manager, sessionId, MAX_TRIES);
    if (!row) {
      throw unauthorized(ErrorCode.expiredPasscode);
    }
    if (row.hash !== codeHash(secret, passcode) || !(await useCode(this.dataSource.manager, sessionId, row.hash))) {
      throw unauthorized(ErrorCode.invalidPasscode);
    }
    return row.email;
  }

  private inBackground(mail: Promise<void>): void {
    const settled = mail
      .catch((error: unknown) => this.logger.warn({ err: error }, 'A code by mail could not be sent'))
      .finally(() => this.sending.delete(settled));
    this.sending.add(settled);
  }
}

/** Bound to the session's secret, which the database does not hold: a stolen row cannot be searched for its code. */
const codeHash = (secret: string, code: string): string => hashSecret(`${secret}\n${code}`);

function letter(code: string, language: Language): { subject: string; text: string } {
  const wording = wordingIn(language);
  const { subject, ...parts } = wording.texts.code;
  const values = { code, lifetime: wording.minutes(LIFETIME_MINUTES) };
  const text = [parts.code, parts.lifetime, parts.ignore, ''].join('\n\n');
  return { subject, text: fillPlaces(text, (name) => own(values, name) ?? '') };
}
