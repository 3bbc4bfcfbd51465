import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LoginData } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { type Shown, Stage } from '../../components/testing/shown.js';
import { SignInMethods } from './sign-in-methods.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const email = { email: { allow_login_as_external_user: false } } as unknown as LoginData['auth_methods'];
const show = (data: Partial<LoginData>): Shown =>
  stage.show(<SignInMethods isTitled data={rowOf(LoginData, { auth_methods: {}, ...data })} />);

describe('the ways to sign in', () => {
  it('should be the password, and the email only where it is set up', () => {
    const alone = show({ login_with_password: true });
    expect(alone.html).toContain('type="password"');
    const both = show({ login_with_password: true, auth_methods: email });
    expect(both.buttons.length).toBe(alone.buttons.length + 1);
  });

  it('should be the email at once where no password is taken', () => {
    const { html } = show({ login_with_password: false, auth_methods: email });
    expect(html).not.toContain('type="password"');
    expect(html).toContain('<form');
  });

  it('should have no form where providers alone sign in, and no word between form and providers', () => {
    const oidc_providers = [{ id: 'x', name: 'X', color: '', icon: '' }] as unknown as LoginData['oidc_providers'];
    const { html } = show({ login_with_password: false, oidc_providers });
    expect(html).not.toContain('<form');
    expect(html).not.toContain('si-or');
    expect(show({ login_with_password: true, oidc_providers }).html).toContain('si-or');
  });

  it('should give the reason once why a provider did not sign in', () => {
    const { html } = show({ login_with_password: true, sign_in_error: 'failed' as LoginData['sign_in_error'] });
    expect(html).toContain('role="alert"');
    expect(show({ login_with_password: true }).html).not.toContain('role="alert"');
  });
});
