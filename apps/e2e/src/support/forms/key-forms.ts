import { nameRule, pressing, type WalkedForm } from './form-rule.js';

const LOGIN = { login: '', password: '' };
const SSH = { login: '', passphrase: '', private_key: '' };
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGZvcm1zZm9ybXNmb3Jtc2Zvcm1zZm9ybXNmb3Jt a@b';

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
      {
        field: 'Private key',
        typed: PUBLIC_KEY,
        code: 'private_key_public',
        reads: 'Is a public key: paste the private key that belongs to it',
        sends: { ssh: { ...SSH, private_key: PUBLIC_KEY } },
      },
    ],
  },
];
