import { UserCreate, UserUpdate, type User } from '@switchyard/contracts';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';

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

export const userIssues = (values: UserValues, isNew: boolean): FormIssue[] =>
  isNew ? formIssues(UserCreate, createBody(values)) : formIssues(UserUpdate, updateBody(values));
