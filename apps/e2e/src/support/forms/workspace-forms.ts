import { EMPTY, nameRule, pressing, type WalkedForm } from './form-rule.js';

const ofWorkspace = (at: string, template: number, choice: string): WalkedForm['open'] =>
  async function open(page) {
    await pressing(`${at}/templates/${template}/state`, 'Add workspace')(page);
    await page.getByRole('menuitem', { name: choice }).click();
  };

/** Workspaces of a template, and their addresses. */
export const workspaceForms = (at: string, template: number, key: number): WalkedForm[] => [
  {
    name: 'workspace',
    open: ofWorkspace(at, template, 'New workspace'),
    values: { 'Workspace name': 'stage', 'Name in lists': 'Stage', 'Key for private modules': { choice: 'No key' } },
    submit: 'Create',
    call: /\/inventory$/,
    rules: [
      { field: 'Workspace name', reads: EMPTY, sends: { inventory: '' }, code: 'empty' },
      { ...nameRule, field: 'Name in lists' },
      {
        field: 'Workspace name',
        typed: '../a',
        reads: 'Must be the name of a workspace or stack',
        sends: { inventory: '../a' },
        code: 'workspace',
      },
    ],
  },
  {
    name: 'workspace to attach',
    open: ofWorkspace(at, template, 'Attach existing workspace'),
    values: { Workspace: { choice: 'Free' } },
    submit: 'Attach',
    call: /\/attach$/,
    rules: [{ field: 'Workspace', reads: 'Choose an inventory', allowed: 'the choice is part of the address' }],
  },
  {
    name: 'alias',
    open: pressing(`${at}/templates/${template}/state`, 'Add alias'),
    values: { Key: { choice: 'Robot password' } },
    submit: 'Create',
    call: /\/aliases$/,
    rules: [
      { field: 'Key', reads: 'Key is required', sends: { auth_key_id: undefined }, code: 'required' },
      {
        field: 'Key',
        untyped: 'other keys are not offered',
        reads: 'Must be a key with login and password',
        sends: { auth_key_id: key },
        code: 'not_login_password',
      },
    ],
  },
];
