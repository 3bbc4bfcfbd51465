import { nameRule, pressing, type WalkedForm } from './form-rule.js';

const LOGIN = { login: '', password: '' };
const SSH = { login: '', passphrase: '', private_key: '' };

/** Forms of keys, each kind of which has fields of its own. */
export const keyForms = (at: string): WalkedForm[] => [
  {
    name: 'key with a password',
    open: pressing(`${at}/keys`, 'New key'),
    values: { Name: 'Robot', Type: { choice: 'Login with password' }, Password: 'secret' },
    submit: 'Create',
    call: /\/keys$/,
    rules: [
      nameRule,
      { field: 'Type', reads: 'Choose a type', sends: { type: undefined }, code: 'required' },
      {
        field: 'Password',
        typed: '',
        reads: 'Password must not be empty',
        sends: { login_password: LOGIN },
        code: 'password_missing',
      },
    ],
  },
  {
    name: 'SSH key',
    open: pressing(`${at}/keys`, 'New key'),
    values: { Name: 'Deploy', Type: { choice: 'SSH key' }, 'Private key': '-----BEGIN OPENSSH PRIVATE KEY-----' },
    submit: 'Create',
    call: /\/keys$/,
    rules: [
      {
        field: 'Private key',
        typed: '',
        reads: 'Private key must not be empty',
        sends: { ssh: SSH },
        code: 'private_key_missing',
      },
    ],
  },
];
