import { type KeyObject, sign, verify } from 'node:crypto';
import { type Coupon, CouponList } from '@switchyard/contracts';

/** `SYC1.<list>.<signature>`, both parts in base64url; what is signed is everything before the last dot. */
const FORM = /^(SYC1\.([\w-]+))\.([\w-]{86})$/;

/** The list as a setting holds it. */
export function signCouponList(coupons: readonly Coupon[], privateKey: KeyObject): string {
  const stated = `SYC1.${Buffer.from(JSON.stringify({ coupons })).toString('base64url')}`;
  return `${stated}.${sign(null, Buffer.from(stated), privateKey).toString('base64url')}`;
}

/** The coupons of a list that was signed with the other half of the key. @throws Error */
export function readCouponList(text: string, publicKey: KeyObject): readonly Coupon[] {
  const [, stated, list, signature] = FORM.exec(text) ?? [];
  if (stated === undefined || list === undefined || signature === undefined) {
    throw new Error('SWITCHYARD_COUPONS is no list as "subscription sign-coupons" prints it');
  }
  if (!verify(null, Buffer.from(stated), publicKey, Buffer.from(signature, 'base64url'))) {
    throw new Error('SWITCHYARD_COUPONS was not signed with the other half of SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY');
  }
  return CouponList.parse(JSON.parse(Buffer.from(list, 'base64url').toString())).coupons;
}

/** What a coupon takes off a price, in cents; `null` = there is no such coupon at this moment. What is left is a cent at least. */
export function discountOf(coupons: readonly Coupon[], code: string, cents: number, now: Date): number | null {
  const coupon = coupons.find((each) => each.code.toLowerCase() === code.trim().toLowerCase());
  if (!coupon || new Date(coupon.until) <= now) {
    return null;
  }
  return Math.min(cents - 1, Math.floor((cents * coupon.percent) / 100));
}
