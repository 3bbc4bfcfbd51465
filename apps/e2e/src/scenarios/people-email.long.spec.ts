import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  eventually,
  startMailSink,
  startOpenIdProvider,
  type MailSink,
  type TestOpenIdProvider,
} from '@switchyard/testing';
import { axeFaults, openBrowser, openPage, type Person, picture } from '../support/browser.js';
import { typeCode } from '../support/people.js';
import { signInAtProvider } from '../support/sign-in-at-provider.js';
import { TestStack } from '../support/stack.js';

const PERSONS = {
  jonas: { email: 'jonas@northgate.example', email_verified: true, name: 'Jonas Weber' },
  mallory: { email: 'admin@example.com', email_verified: false, name: 'Mallory' },
};

describe('a person who signs in without a password', () => {
  let stack: TestStack;
  let browser: Browser;
  let mails: MailSink;
  let provider: TestOpenIdProvider;
  let person: Person;
  let page: Page;

  beforeAll(async () => {
    [mails, provider, browser] = await Promise.all([startMailSink(), startOpenIdProvider(), openBrowser()]);
    const { issuer, client } = provider;
    stack = await TestStack.start({
      runners: 0,
      dispatchers: 0,
      settings: (address) => ({
        SWITCHYARD_WEB_HOST: address,
        SWITCHYARD_AUTH_PASSWORD_LOGIN: 'false',
        SWITCHYARD_AUTH_EMAIL_LOGIN: 'true',
        SWITCHYARD_AUTH_EMAIL_SIGN_UP: 'true',
        SWITCHYARD_SMTP_URL: mails.url,
        SWITCHYARD_SMTP_FROM: 'switchyard@example.com',
        SWITCHYARD_AUTH_OIDC_PROVIDERS: JSON.stringify([{ id: 'northgate', name: 'Northgate SSO', issuer, ...client }]),
        SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
      }),
    });
    const warnings = jest.spyOn(console, 'warn').mockReturnValue();
    await provider.serve(`${stack.address}/api/auth/oidc/northgate/redirect`, PERSONS);
    warnings.mockRestore();
    person = await openPage(browser, stack.address);
    page = person.page;
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
    await Promise.all([mails.remove(), provider.remove()]);
  });

  const byEmail = async (email: string): Promise<void> => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign In/Up with Email' }).click();
  };

  it('should be offered the email form, and the provider under "or"', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign In/Up with Email' }).waitFor();
    await eventually(async () => expect(await page.getByLabel('Password').count()).toBe(0));
    await page.getByText('or', { exact: true }).waitFor();
    await byEmail('not an address');
    await page.getByText('Must be an email address').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'people-email');
  });

  it('should be let in by the code that was mailed', async () => {
    await byEmail('new.person@example.com');
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
    const first = await mails.codeFor('new.person@example.com');
    await typeCode(page, first === '000000' ? '111111' : '000000');
    await page.getByText('Wrong code').waitFor();
    await page.getByRole('button', { name: 'Resend code to email' }).click();
    await page.getByText('A new code has been sent.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const second = await mails.codeFor('new.person@example.com', 2);
    await page.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
    await typeCode(page, second);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('should be let in by the provider, at the requested page', async () => {
    await page.goto('/tokens');
    await page.getByRole('link', { name: 'Continue with Northgate SSO' }).click();
    await signInAtProvider(page, 'jonas');
    await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByText('jonas@northgate.example').waitFor();
    await page.getByRole('menuitem', { name: 'Edit account' }).click();
    const account = page.getByRole('dialog', { name: 'Edit account' });
    await account.getByText('Username and email come from the sign-in provider.').waitFor();
    await eventually(async () => expect(await account.getByLabel('Email').isDisabled()).toBe(true));
    await eventually(async () =>
      expect(await account.getByRole('button', { name: 'Change password' }).count()).toBe(0),
    );
    await picture(page, 'people-external');
  });

  it('should see why the provider did not let in somebody whose email it has not verified', async () => {
    const stranger = await openPage(browser, stack.address);
    await stranger.page.goto('/');
    await stranger.page.getByRole('link', { name: 'Continue with Northgate SSO' }).click();
    await signInAtProvider(stranger.page, 'mallory');
    await stranger.page.getByText('has not verified your email').waitFor();
    await stranger.page.reload();
    await stranger.page.getByRole('button', { name: 'Sign In/Up with Email' }).waitFor();
    await eventually(async () => expect(await stranger.page.getByText('has not verified your email').count()).toBe(0));
    expect([...person.faults, ...stranger.faults]).toEqual([]);
  });
});
