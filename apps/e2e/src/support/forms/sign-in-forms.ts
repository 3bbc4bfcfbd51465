import type { LoginData } from '@switchyard/contracts';
import { givePassword, PASSWORD } from '../people.js';
import { EMPTY, pressing, type WalkedForm } from './form-rule.js';

/** Answer of a server that signs in by email alone; the route takes addresses all the same. */
const BY_EMAIL: LoginData = { oidc_providers: [], login_with_password: false, auth_methods: { email: {} } };

/** Section 5 of the console's specification: the card of somebody who is not signed in. @param login with an authenticator */
export const signInForms = (login: string): WalkedForm[] => [
  {
    name: 'sign-in',
    open: pressing('/auth/login'),
    within: 'main',
    values: { 'Username or email': 'nobody', Password: 'nothing' },
    submit: 'Sign in',
    call: /\/api\/auth\/login$/,
    rules: [
      { field: 'Username or email', reads: EMPTY, sends: { auth: ' ' }, code: 'empty' },
      { field: 'Password', reads: EMPTY, sends: { password: '' }, code: 'empty' },
    ],
  },
  {
    name: 'sign-in by email',
    open: async (page) => {
      await page.route('**/api/auth/login', (route) =>
        route.request().method() === 'GET' ? route.fulfill({ json: BY_EMAIL }) : route.fallback(),
      );
      await page.goto('/auth/login');
      await page.getByLabel('Email', { exact: true }).waitFor();
      await page.unroute('**/api/auth/login');
    },
    within: 'main',
    values: { Email: 'nobody@example.com' },
    submit: 'Sign In/Up with Email',
    call: /\/api\/auth\/login\/email$/,
    rules: [
      { field: 'Email', reads: EMPTY, sends: { email: ' ' }, code: 'empty' },
      { field: 'Email', typed: 'ada', reads: 'Must be an email address', sends: { email: 'ada' }, code: 'email' },
    ],
  },
  {
    name: 'recovery',
    open: async (page) => {
      await page.goto('/auth/login');
      await givePassword(page, login, PASSWORD);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
    },
    within: 'main',
    values: { 'Recovery code': 'not-the-code' },
    submit: 'Send',
    call: /\/api\/auth\/recovery$/,
    rules: [{ field: 'Recovery code', reads: EMPTY, sends: { recovery_code: ' ' }, code: 'empty' }],
  },
];
