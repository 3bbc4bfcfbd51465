import { describe, expect, it } from '@jest/globals';
import { makeSigningKeys, privateKeyOf, publicKeyOf } from './subscription/subscription-key.js';
import { couponOf, readCouponList, signCouponList } from './coupon-list.js';

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

describe(couponOf.name, () => {
  const at = (moment: string, code = 'spring') => couponOf(coupons, code, new Date(moment));

  it('should be found whatever the case of the letters', () => {
    expect([at('2026-05-31T00:00:00Z'), at('2026-05-31T00:00:00Z', ' SPRING ')]).toEqual([SPRING, SPRING]);
  });

  it('should be nothing for a coupon that is over or unknown', () => {
    expect([at('2026-06-01T00:00:00Z'), at('2026-05-31T00:00:00Z', 'autumn')]).toEqual([null, null]);
  });
});
