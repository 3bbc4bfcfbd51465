import { EmailAddress, UserCreate, UserUpdate, type User } from '@switchyard/contracts';
import { z } from 'zod';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** The form of a user. `password` counts on creation alone; `external` is fixed by it. */
export interface UserValues {
  name: string;
  username: string;
  email: string;
  password: string;
  alert: boolean;
  admin: boolean;
  external: boolean;
  pro: boolean;
}

export function userValues(user: User | null): UserValues {
  const { name = '', username = '', email = '' } = user ?? {};
  const { alert = false, admin = false, external = false, pro = false } = user ?? {};
  return { name, username, email, password: '', alert, admin, external, pro };
}

/** Body of create: an external user has no password, whatever was typed before the flag was set. */
export const createBody = ({ password, ...rest }: UserValues): object => (rest.external ? rest : { ...rest, password });

/** Body of update: neither password nor external flag. */
export const updateBody = ({ name, username, email, alert, admin, pro }: UserValues): object => ({
  name,
  username,
  email,
  alert,
  admin,
  pro,
});

/** A form asks for a password, without which people cannot sign in here, and for an address of who is not external. */
export function userIssues(values: UserValues, isNew: boolean): FormIssue[] {
  if (!isNew) {
    const address = values.external ? [] : formIssues(z.object({ email: EmailAddress }), { email: values.email });
    const others = formIssues(UserUpdate, updateBody(values));
    return [...address, ...others.filter(({ path }) => path[0] !== 'email' || address.length === 0)];
  }
  const isOpen = !values.external && values.password === '';
  return [...formIssues(UserCreate, createBody(values)), ...(isOpen ? [emptyAt('password')] : [])];
}

/** The key of an `otpauth:` address, in base 32. */
export const keyOf = (url: string): string => new URL(url).searchParams.get('secret') ?? '';

/** In groups of four, as people type it; apps ignore the spaces. */
export const groupedKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ');
