import { booleanSetting, urlSetting } from '@switchyard/server';
import { z } from 'zod';
import { ldapConfigShape } from '../ldap/ldap-config.js';
import { oidcProvidersSetting } from '../oidc/oidc-config.js';

/** How people may sign in. */
export const signInConfigShape = {
  /** Sign-in with login and password, against this installation's accounts and the LDAP directory. */
  SWITCHYARD_AUTH_PASSWORD_LOGIN: booleanSetting.default(true),
  /** Whether users may protect their account with an authenticator. */
  SWITCHYARD_AUTH_TOTP: booleanSetting.default(true),
  /** Whether a recovery code, shown once, takes a lost authenticator off. */
  SWITCHYARD_AUTH_TOTP_RECOVERY: booleanSetting.default(true),
  /** Codes by mail: the way in without a password, and the second step of a sign-in with one. Needs an SMTP server. */
  SWITCHYARD_AUTH_EMAIL_LOGIN: booleanSetting.default(false),
  /** Whether a code that was mailed to an unknown address makes a new account for it. */
  SWITCHYARD_AUTH_EMAIL_SIGN_UP: booleanSetting.default(false),
  /** The server that takes mail, `smtp://user:password@host:port` (STARTTLS when it is offered) or `smtps://…`. */
  SWITCHYARD_AUTH_SMTP_URL: urlSetting('smtp:', 'smtps:').optional(),
  /** The sender of our mail, an address or `Name <address>`. */
  SWITCHYARD_AUTH_SMTP_FROM: z.string().optional(),
  /** OpenID Connect providers, in the order of their buttons. Need `SWITCHYARD_WEB_HOST`. */
  SWITCHYARD_AUTH_OIDC_PROVIDERS: oidcProvidersSetting.default([]),
  ...ldapConfigShape,
};

type SignInConfig = z.infer<z.ZodObject<typeof signInConfigShape>> & { SWITCHYARD_WEB_HOST?: string | undefined };

/** Settings that need another one, as a refinement of the app's schema. */
export function requireSignInNeeds(config: SignInConfig, context: z.RefinementCtx): void {
  const need = (key: keyof SignInConfig, reason: string): void => {
    if (config[key] === undefined) {
      context.addIssue({ code: 'custom', path: [key], message: `must be set, because ${reason}` });
    }
  };
  if (config.SWITCHYARD_AUTH_EMAIL_LOGIN) {
    need('SWITCHYARD_AUTH_SMTP_URL', 'SWITCHYARD_AUTH_EMAIL_LOGIN is on');
    need('SWITCHYARD_AUTH_SMTP_FROM', 'SWITCHYARD_AUTH_EMAIL_LOGIN is on');
  }
  if (config.SWITCHYARD_AUTH_OIDC_PROVIDERS.length > 0) {
    need('SWITCHYARD_WEB_HOST', 'SWITCHYARD_AUTH_OIDC_PROVIDERS send people back to that address');
  }
  if (config.SWITCHYARD_AUTH_LDAP_URL !== undefined) {
    need('SWITCHYARD_AUTH_LDAP_BASE_DN', 'SWITCHYARD_AUTH_LDAP_URL is set');
  }
}
