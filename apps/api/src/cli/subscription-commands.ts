import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CouponList, describeIssues, issuesOf, SubscriptionClaims } from '@switchyard/contracts';
import { signCouponList } from '../billing/coupon-list.js';
import { makeSigningKeys, privateKeyOf, signSubscriptionKey } from '../billing/subscription/subscription-key.js';
import type { OfflineContext } from './cli-context.js';
import { UsageError } from './terminal.js';

/** Prints both halves as the settings that hold them. */
export async function makeKeys({ terminal }: OfflineContext): Promise<void> {
  const { privateKey, publicKey } = makeSigningKeys();
  terminal.print(`SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY=${privateKey}`);
  terminal.print(`SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY=${publicKey}`);
  await Promise.resolve();
}

/** Prints a list of coupons with its signature. */
export async function signCoupons({ options, config, terminal }: OfflineContext): Promise<void> {
  const privateKey = config.SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY;
  if (!options.file || !privateKey) {
    throw new UsageError('subscription sign-coupons needs --file FILE and SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY');
  }
  const list = CouponList.safeParse(parsedJson(await readFile(options.file, 'utf8')));
  if (!list.success) {
    throw new UsageError(describeIssues(issuesOf(list.error.issues)));
  }
  terminal.print(`SWITCHYARD_COUPONS=${signCouponList(list.data.coupons, privateKeyOf(privateKey))}`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('The file of coupons is no JSON');
  }
}

/** Prints a key. */
export async function issueSubscription({ options, config, terminal }: OfflineContext): Promise<void> {
  const { plan, seats, expires, id = randomUUID() } = options;
  const privateKey = config.SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY;
  if (!plan || !seats || !expires || !privateKey) {
    throw new UsageError(
      'subscription issue needs --plan P --seats N --expires YYYY-MM-DD and SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY',
    );
  }
  const expiresAt = /^\d{4}-\d\d-\d\d$/.test(expires) ? `${expires}T23:59:59.000Z` : expires;
  const claims = SubscriptionClaims.safeParse({ id, plan, seats: Number(seats), expiresAt });
  if (!claims.success) {
    throw new UsageError(describeIssues(issuesOf(claims.error.issues)));
  }
  terminal.print(signSubscriptionKey(claims.data, privateKeyOf(privateKey)));
  await Promise.resolve();
}
