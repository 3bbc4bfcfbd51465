import { describe, expect, it } from '@jest/globals';
import { makeSigningKeys, privateKeyOf, publicKeyOf } from '../subscription/subscription-key.js';
import { discountOf, readCouponList, signCouponList } from './coupon-list.js';

const [own, foreign] = [makeSigningKeys(), makeSigningKeys()];
const SPRING = { code: 'Spring', percent: 20, until: '2026-06-01T00:00:00.000Z' };
const coupons = [SPRING];
const text = signCouponList(coupons, privateKeyOf(own.privateKey));
const publicKey = publicKeyOf(own.publicKey);

describe(readCouponList.name, () => {
  it('should read what was signed with the other half of the key', () => {
    expect(readCouponList(text, publicKey)).toEqual(coupons);
  });

  it.each([
    ['of somebody else', signCouponList(coupons, privateKeyOf(foreign.privateKey))],
    ['that was changed', text.replace(/^SYC1\.../, 'SYC1.ZZ')],
    ['without a signature', text.slice(0, -87)],
    ['that is none', '{"coupons":[]}'],
    ['with more than ninety percent', signCouponList([{ ...SPRING, percent: 91 }], privateKeyOf(own.privateKey))],
  ])('should refuse a list %s', (_, list) => {
    expect(() => readCouponList(list, publicKey)).toThrow();
  });
});

describe(discountOf.name, () => {
  const at = (moment: string, code = 'spring', cents = 4_999): number | null =>
    discountOf(coupons, code, cents, new Date(moment));

  it('should be the part of the price, whatever the case of the letters, in favour of the books', () => {
    expect([at('2026-05-31T00:00:00Z'), at('2026-05-31T00:00:00Z', ' SPRING ', 1)]).toEqual([999, 0]);
  });

  it('should be nothing for a coupon that is over or unknown', () => {
    expect([at('2026-06-01T00:00:00Z'), at('2026-05-31T00:00:00Z', 'autumn')]).toEqual([null, null]);
  });
});
