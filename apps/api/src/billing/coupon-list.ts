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

/** The coupon of a code; `null` = there is none at this moment. */
export function couponOf(coupons: readonly Coupon[], code: string, now: Date): Coupon | null {
  const coupon = coupons.find((each) => each.code.toLowerCase() === code.trim().toLowerCase());
  return coupon && new Date(coupon.until) > now ? coupon : null;
}
