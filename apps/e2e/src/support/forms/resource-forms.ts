import { EMPTY, type FormProject, type FormRule, nameRule, pressing, SELECT, type WalkedForm } from './form-rule.js';
import { keyForms } from './key-forms.js';
import { triggerForms } from './trigger-forms.js';
import { workspaceForms } from './workspace-forms.js';

const KEY_OF_REPOSITORY = 'Choose a key';

const urlRule = (url: string, code: string, reads: string): FormRule => ({
  field: 'URL or path',
  typed: url,
  sends: { git_url: url },
  code,
  reads,
});

const repositoryForm = (at: string): WalkedForm => ({
  name: 'repository',
  open: pressing(`${at}/repositories`, 'New repository'),
  values: {
    Name: 'Site',
    'URL or path': 'https://git.example/site.git',
    Branch: 'main',
    'Access key': { choice: 'No key' },
  },
  submit: 'Create',
  call: /\/repositories$/,
  rules: [
    nameRule,
    { field: 'URL or path', reads: EMPTY, sends: { git_url: ' ' }, code: 'empty' },
    { field: 'Access key', reads: KEY_OF_REPOSITORY, sends: { ssh_key_id: undefined }, code: 'required' },
    urlRule('ftp://a/b', 'git_url', 'Must be a git, file, ssh, http or https URL, or an absolute path'),
    urlRule(
      'https://me:secret@git.example/site.git',
      'git_url_credentials',
      'Must hold no user name, password, token or query: keep them in a key of the key store and choose that key',
    ),
    {
      field: 'Branch',
      typed: '-x',
      reads: 'Must not start with a dash',
      sends: { git_branch: '-x' },
      code: 'leading_dash',
    },
  ],
});

const ofInventory =
  (at: string, type: string) =>
  async (...[page]: Parameters<WalkedForm['open']>): Promise<void> => {
    await pressing(`${at}/inventory`, 'New inventory')(page);
    await page.getByRole('menuitem', { name: type }).click();
  };

const inventoryForms = (at: string): WalkedForm[] => [
  {
    name: 'inventory',
    open: ofInventory(at, 'Hosts (INI)'),
    values: { Name: 'Hosts', 'Host login': { choice: 'No key' } },
    submit: 'Create',
    call: /\/inventory$/,
    rules: [
      nameRule,
      {
        field: 'Host login',
        reads: 'Choose a key',
        allowed: 'the contract knows inventories without a login, and the form leaves a stored one without',
      },
      { field: 'Type', reads: 'Choose a type', untyped: SELECT, sends: { type: undefined }, code: 'required' },
    ],
  },
  {
    name: 'inventory in a file',
    open: ofInventory(at, 'File in repository'),
    values: { Name: 'Hosts', 'Host login': { choice: 'No key' }, 'Path to the inventory file': 'hosts.ini' },
    submit: 'Create',
    call: /\/inventory$/,
    rules: [
      nameRule,
      { field: 'Path to the inventory file', reads: EMPTY, sends: { inventory: ' ' }, code: 'empty' },
      {
        field: 'Path to the inventory file',
        typed: '../hosts',
        reads: 'Must not leave the repository',
        sends: { inventory: '../hosts' },
        code: 'path_leaves',
      },
    ],
  },
];

const NOT_JSON = { code: 'json_syntax_at', params: { line: 1, column: 6 } };

const environmentForms = (at: string): WalkedForm[] => [
  {
    name: 'variable group',
    open: pressing(`${at}/environment`, 'New group'),
    values: { Name: 'Shared' },
    submit: 'Create',
    call: /\/environment$/,
    rules: [nameRule],
  },
  {
    name: 'variable group as JSON',
    open: async (page) => {
      await pressing(`${at}/environment`, 'New group')(page);
      await page.locator('[role=dialog]').last().getByText('JSON', { exact: true }).click();
    },
    values: { Name: 'Shared', 'Extra variables as JSON': '{"a": 1}' },
    submit: 'Create',
    call: /\/environment$/,
    rules: [
      {
        field: 'Extra variables as JSON',
        typed: '{"a":',
        reads: 'Is not valid JSON at line 1, column 6',
        sends: { json: '{"a":' },
        ...NOT_JSON,
      },
      {
        field: 'Extra variables as JSON',
        typed: '[1]',
        reads: 'Must be a JSON object',
        sends: { json: '[1]' },
        code: 'json_object',
      },
    ],
  },
];

const viewForm = (at: string): WalkedForm => ({
  name: 'view',
  open: pressing(`${at}/templates`, 'Edit views', 'Add view'),
  values: { Title: 'Nights' },
  submit: 'Save new view',
  call: /\/views$/,
  rules: [{ field: 'Title', reads: EMPTY, sends: { title: ' ' }, code: 'empty' }],
});

/** Section 5 of the specification of the resources, but for templates. */
export function resourceForms({ id, key, integration, terraform }: FormProject): WalkedForm[] {
  const at = `/project/${id}`;
  return [
    ...keyForms(at),
    repositoryForm(at),
    ...inventoryForms(at),
    ...environmentForms(at),
    viewForm(at),
    ...workspaceForms(at, terraform, key),
    ...triggerForms(at, integration),
  ];
}
