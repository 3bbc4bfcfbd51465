import { Injectable } from '@nestjs/common';
import { hashSecret } from './credentials.js';
import { TokenBuckets } from './token-bucket.js';

/** Ten tries at once, then ten a minute: for one account, from anywhere. */
const ACCOUNT = { capacity: 10, refillMs: 6_000 };
/** Thirty tries at once, then thirty a minute: from one address, for any account. */
const ADDRESS = { capacity: 30, refillMs: 2_000 };
const MAX_KEYS = 10_000;
const MAX_KNOWN = 10_000;

/** Permission to try one password, or the seconds to wait. */
export type LoginAttempt = { allowed: true; succeeded: () => void } | { allowed: false; retryAfterSeconds: number };

/**
 * Slows password guessing down, per account and per address, in the memory of this process. Nobody is locked out:
 * tries grow back steadily, and whoever signed in to an account from an address before has a share of tries of
 * their own there, which strangers who guess at the account cannot use up. Accounts that do not exist are counted alike.
 */
@Injectable()
export class LoginThrottle {
  private readonly accounts = new TokenBuckets(ACCOUNT, MAX_KEYS);
  private readonly addresses = new TokenBuckets(ADDRESS, MAX_KEYS);
  private readonly known = new Set<string>();

  /** @param account login or email as typed, in lower case */
  attempt(account: string, address: string): LoginAttempt {
    const pair = hashSecret(`${address}\n${account}`);
    const accountKey = this.known.has(pair) ? pair : hashSecret(account);
    const wait = this.takeBoth(accountKey, address);
    if (wait > 0) {
      return { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) };
    }
    return { allowed: true, succeeded: () => this.succeeded(accountKey, address, pair) };
  }

  private takeBoth(accountKey: string, address: string): number {
    const addressWait = this.addresses.take(address);
    if (addressWait > 0) {
      return addressWait;
    }
    const accountWait = this.accounts.take(accountKey);
    if (accountWait > 0) {
      this.addresses.giveBack(address);
    }
    return accountWait;
  }

  private succeeded(accountKey: string, address: string, pair: string): void {
    this.accounts.giveBack(accountKey);
    this.addresses.giveBack(address);
    this.known.delete(pair);
    this.known.add(pair);
    const [oldest] = this.known;
    if (this.known.size > MAX_KNOWN && oldest !== undefined) {
      this.known.delete(oldest);
    }
  }
}
