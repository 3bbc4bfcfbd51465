import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRecord } from '@switchyard/contracts';
import { Audit, UserTotp, type User } from '@switchyard/database';
import { type Client, newAccount, signIn } from '../../testing/client.js';
import { begin, enableTotp } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

describe('the audit of two-factor sign-in', () => {
  let test: TestApp;
  let admin: Client;
  beforeAll(async () => {
    test = await startTestApp({ SWITCHYARD_AUTH_TOTP: 'true', SWITCHYARD_AUTH_TOTP_RECOVERY: 'true' });
    admin = await signIn(test, await newAccount(test, { admin: true }));
  });
  afterAll(() => test.close());

  const newest = async (limit = 1): Promise<AuditRecord[]> =>
    (await admin.get(`/api/audit?limit=${limit}`)).json<AuditRecord[]>();
  const switched = (action: string, { id }: User, by: number, on: boolean) => ({
    action,
    outcome: 'done',
    user_id: by,
    object_type: 'user',
    object_id: String(id),
    before: { totp_enabled: !on },
    after: { totp_enabled: on },
  });

  it('should record when a user switches it on and off', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const { enabled } = await enableTotp(test, user, session);
    expect(await newest()).toMatchObject([switched('totp.enable', user, user.id, true)]);
    await session.delete(`/api/users/${user.id}/2fas/totp/${enabled.id}`);
    expect(await newest()).toMatchObject([switched('totp.disable', user, user.id, false)]);
  });

  it('should record when a recovery code switched it off, with who used it', async () => {
    const user = await newAccount(test);
    const { enabled } = await enableTotp(test, user);
    const waiting = await begin(test, user);
    await waiting.post('/api/auth/recovery', { recovery_code: enabled.recovery_code });
    const [step, change] = await newest(2);
    expect(step).toMatchObject({ action: 'sign-in.recovery', outcome: 'done', user_id: user.id });
    expect(change).toMatchObject(switched('sign-in.recovery', user, user.id, false));
  });

  it('should record no change when the recovery code is wrong, or it is on already', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    await enableTotp(test, user, session);
    const waiting = await begin(test, user);
    await waiting.post('/api/auth/recovery', { recovery_code: 'wrong' });
    expect(await newest()).toMatchObject([
      { action: 'sign-in.recovery', outcome: 'refused', before: null, after: null },
    ]);
    const [before] = await newest();
    expect((await session.post(`/api/users/${user.id}/2fas/totp`)).status).toBe(400);
    expect(await newest()).toEqual([before]);
  });

  it('should hold neither secret nor recovery code', async () => {
    const { enabled } = await enableTotp(test, await newAccount(test));
    const stored = JSON.stringify(await test.dataSource.manager.find(Audit));
    const [row] = await test.dataSource.manager.findBy(UserTotp, { id: enabled.id });
    for (const secret of [enabled.recovery_code, row?.recoveryHash, row?.secretEncrypted]) {
      expect(secret).toEqual(expect.any(String));
      expect(stored).not.toContain(secret);
    }
  });
});
