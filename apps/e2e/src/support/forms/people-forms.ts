import { EMPTY, type FormProject, nameRule, pressing, type WalkedForm } from './form-rule.js';

const shortPassword = { reads: 'Must have at least 8 characters', code: 'too_short', params: { min: 8 } };

/** As an installation of another edition shows it. */
const inEdition =
  (edition: string, open: WalkedForm['open']): WalkedForm['open'] =>
  async (page) => {
    await page.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), edition } });
    });
    await open(page);
    await page.locator('form').last().waitFor();
    await page.unroute('**/api/info');
  };

/** Section 5 of the console's specification: users and projects. */
export const peopleForms = ({ id, backup }: FormProject): WalkedForm[] => [
  {
    name: 'user',
    open: pressing('/users', 'New user'),
    values: { Name: 'Ada Byron', Username: 'ada.byron', Email: 'ada@example.com', Password: 'long-enough-1' },
    submit: 'Create',
    call: /\/api\/users$/,
    rules: [
      nameRule,
      { field: 'Username', reads: EMPTY, sends: { username: ' ' }, code: 'empty' },
      { field: 'Email', reads: EMPTY, sends: { email: '' }, code: 'empty' },
      { field: 'Password', reads: EMPTY, allowed: 'clients make accounts that sign in elsewhere' },
      { field: 'Email', typed: 'ada', reads: 'Must be an email address', sends: { email: 'ada' }, code: 'email' },
      { field: 'Password', typed: 'short', sends: { password: 'short' }, ...shortPassword },
    ],
  },
  {
    name: 'password',
    open: pressing('/users', 'Edit Zoe Tanner', 'Change password'),
    values: { 'New password': 'long-enough-1' },
    submit: 'Change password',
    call: /\/api\/users\/\d+\/password$/,
    rules: [
      { field: 'New password', reads: EMPTY, sends: { password: '' }, code: 'empty' },
      { field: 'New password', typed: 'short', sends: { password: 'short' }, ...shortPassword },
    ],
  },
  {
    name: 'project',
    open: pressing('/project/new'),
    within: 'main',
    values: { 'Project name': 'Quay', 'Max parallel tasks': '5' },
    submit: 'Create project',
    call: /\/api\/projects$/,
    rules: [
      { ...nameRule, field: 'Project name' },
      {
        field: 'Max parallel tasks',
        typed: '1.5',
        reads: 'Must be integer',
        sends: { max_parallel_tasks: 1.5 },
        code: 'not_integer',
      },
      {
        field: 'Max parallel tasks',
        typed: '-1',
        reads: 'Must be 0 or greater',
        sends: { max_parallel_tasks: -1 },
        code: 'at_least',
        params: { min: 0 },
      },
    ],
  },
  {
    name: 'subscription of a project',
    open: inEdition('hosted', pressing('/project/premium')),
    within: 'main',
    values: { 'Subscription name': 'Harbour' },
    submit: 'Continue',
    call: /\/api\/projects$/,
    rules: [{ ...nameRule, field: 'Subscription name' }],
  },
  {
    name: 'restore',
    open: pressing('/project/restore'),
    within: 'main',
    values: { 'Backup file': { file: backup }, 'Project name': 'Copy' },
    submit: 'Check the file',
    call: /\/api\/projects\/restore\/plan\b/,
    rules: [
      { field: 'Backup file', reads: 'Choose a backup file', allowed: 'the document is the body' },
      { field: 'Project name', reads: EMPTY, sends: { meta: { name: ' ' } }, code: 'empty' },
      {
        field: 'Backup file',
        typed: { file: '[1]' },
        allowed: 'the document is the body',
        reads: 'This file is not a backup: it is not a JSON object',
      },
    ],
  },
  {
    name: 'member',
    open: pressing(`/project/${id}/team`, 'Add member'),
    values: { User: { choice: 'Zoe Tanner', search: 'tanner' }, Role: { choice: 'Guest' } },
    submit: 'Add member',
    call: /\/api\/project\/\d+\/users$/,
    rules: [
      { field: 'User', reads: 'Choose a user', sends: { user_id: undefined }, code: 'required' },
      { field: 'Role', reads: 'Choose a role', sends: { role: undefined }, code: 'required' },
    ],
  },
  {
    name: 'app',
    open: pressing('/apps', 'New app'),
    values: { Id: 'deployer', Priority: '5' },
    submit: 'Create',
    call: /\/api\/apps\/[^/]+$/,
    rules: [
      { field: 'Id', reads: EMPTY, allowed: 'it is part of the address' },
      {
        field: 'Id',
        typed: 'a b',
        allowed: 'it is part of the address',
        reads: 'Must consist of letters, digits, dots, - and _',
      },
      {
        field: 'Priority',
        typed: 'high',
        reads: 'Must be a number',
        sends: { priority: 'high' },
        code: 'not_number',
      },
    ],
  },
  {
    name: 'runner',
    open: pressing('/runners', 'New runner'),
    values: { Name: 'crane', 'Max parallel tasks': '2' },
    submit: 'Create',
    call: /\/api\/runners$/,
    rules: [
      nameRule,
      {
        field: 'Max parallel tasks',
        typed: 'many',
        reads: 'Must be a number',
        sends: { max_parallel_tasks: 'many' },
        code: 'not_number',
      },
      {
        field: 'Max parallel tasks',
        typed: '-1',
        reads: 'Must be 0 or greater',
        sends: { max_parallel_tasks: -1 },
        code: 'at_least',
        params: { min: 0 },
      },
    ],
  },
  {
    name: 'runner of a project',
    open: pressing(`/project/${id}/runners`, 'New runner'),
    values: { Name: 'winch', Tags: { tag: 'gpu' } },
    submit: 'Create',
    call: /\/api\/project\/\d+\/runners$/,
    rules: [nameRule, { field: 'Tags', reads: EMPTY, allowed: 'clients make runners without tags' }],
  },
];
