import { problem } from '@switchyard/contracts';
import { Injectable } from '@nestjs/common';
import { UserError } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { clientNetwork } from './client-network.js';
import { hashSecret } from '../secrets/credentials.js';
import { giveBackTry, isMarked, mark, takeTry } from './sign-in-limit.repository.js';
import type { BucketLimits } from './token-bucket.js';

/** Thirty tries at once, then thirty a minute: from one address or IPv6 network, for any account and any secret. */
const ADDRESS: BucketLimits = { capacity: 30, refillMs: 2_000 };
/** How long an address is known as one from which the owner of an account signs in. */
const KNOWN_MS = 30 * 86_400_000;

/** How often each kind of secret may be tried for one account, from anywhere. */
const ACCOUNT = {
  /** Ten at once, then ten a minute. */
  password: { capacity: 10, refillMs: 6_000 },
  /** Ten at once, then one in five minutes: a code has but a million values, of which three are good at a time. */
  totp: { capacity: 10, refillMs: 300_000 },
  /** Codes by mail: fifteen at once, then one in ten minutes, over all codes that were sent. */
  mailed: { capacity: 15, refillMs: 600_000 },
  /** The key of an address of the HTTP backend: ten at once, then ten a minute. */
  state: { capacity: 10, refillMs: 6_000 },
  recovery: { capacity: 5, refillMs: 60_000 },
  /** Visitors of a demo from one network: ten at once, then one a minute. */
  visitor: { capacity: 10, refillMs: 60_000 },
  /** Mails to one address: five at once, then one every three minutes; each code allows five tries besides. */
  mail: { capacity: 5, refillMs: 180_000 },
} as const satisfies Record<string, BucketLimits>;

/** The kind of secret that is tried. */
export type TrialKind = keyof typeof ACCOUNT;

/** Whose secret is tried. */
export type TriedAccount = { readonly userId: number } | string;

/** A try that was not made, because too many were. */
export class TooManyTries extends UserError {
  constructor(readonly retryAfterSeconds: number) {
    super(429, problem('too_many_tries'));
  }
}

/** A try that may be made. */
export interface Trial {
  /** It was the owner's: it does not count, and the address is known from now on. */
  succeeded(): Promise<void>;
}

/**
 * Slows the guessing of secrets down, per account and per address, for all replicas together. Nobody is locked out:
 * tries grow back steadily, and an address from which somebody signed in to an account before has a share of tries of
 * its own there, which strangers who guess at the account cannot use up. Accounts that do not exist are counted alike.
 */
@Injectable()
export class LoginThrottle {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param account the user, whichever name was typed; or the login or email as typed, in lower
   * case, when nobody has it
   * @throws TooManyTries
   */
  async startTrial(kind: TrialKind, tried: TriedAccount, address: string): Promise<Trial> {
    const { manager } = this.dataSource;
    const account = typeof tried === 'string' ? `name ${tried}` : `user ${tried.userId}`;
    const pair = pairOf(account, address);
    const known = await isMarked(manager, `known:${pair}`);
    const accountKey = `${kind}:${known ? pair : hashSecret(account)}`;
    const addressKey = `address:${hashSecret(clientNetwork(address))}`;
    refuse(await takeTry(manager, addressKey, ADDRESS));
    const wait = await takeTry(manager, accountKey, ACCOUNT[kind]);
    if (wait > 0) {
      await giveBackTry(manager, addressKey, ADDRESS);
    }
    refuse(wait);
    return {
      succeeded: async () => {
        await giveBackTry(manager, accountKey, ACCOUNT[kind]);
        await giveBackTry(manager, addressKey, ADDRESS);
        await mark(manager, `known:${pair}`, KNOWN_MS);
      },
    };
  }
}

const pairOf = (account: string, address: string): string => hashSecret(`${address}\n${account}`);

function refuse(waitMs: number): void {
  if (waitMs > 0) {
    throw new TooManyTries(Math.ceil(waitMs / 1000));
  }
}
