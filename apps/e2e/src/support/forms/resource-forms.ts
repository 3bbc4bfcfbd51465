import {
  chooseIn,
  EMPTY,
  type FormProject,
  type FormRule,
  nameRule,
  pressing,
  SELECT,
  type WalkedForm,
} from './form-rule.js';
import { keyForms } from './key-forms.js';

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
    { field: 'Branch', typed: '', reads: EMPTY, sends: { git_branch: '' }, code: 'empty' },
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

const ofWorkspace = (at: string, template: number, choice: string): WalkedForm['open'] =>
  async function open(page) {
    await pressing(`${at}/templates/${template}/state`, 'Add workspace')(page);
    await page.getByRole('menuitem', { name: choice }).click();
  };

const workspaceForms = (at: string, template: number, key: number): WalkedForm[] => [
  {
    name: 'workspace',
    open: ofWorkspace(at, template, 'New workspace'),
    values: { Name: 'Stage', 'Workspace name': 'stage', 'Key for private modules': { choice: 'No key' } },
    submit: 'Create',
    call: /\/inventory$/,
    rules: [
      nameRule,
      { field: 'Workspace name', reads: EMPTY, sends: { inventory: '' }, code: 'empty' },
      {
        field: 'Key for private modules',
        reads: 'Key is required',
        allowed: 'a workspace may have no private modules',
      },
      {
        field: 'Workspace name',
        typed: '../a',
        reads: 'Must be a workspace name',
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

const CRON_FIELDS = 'must have five fields: minute, hour, day of month, month, day of week';
const cronRule = (typed: string, fault: string, words: string): FormRule => ({
  field: 'Cron expression',
  typed,
  reads: `Cron: ${words}`,
  sends: { cron_format: typed },
  code: 'cron',
  params: { fault: { code: fault, params: {} } },
});

const triggerForms = (at: string, integration: number): WalkedForm[] => [
  {
    name: 'schedule',
    open: async (page) => {
      await pressing(`${at}/schedule`, 'New schedule')(page);
      await chooseIn(page, 'Runs', 'Cron expression');
    },
    values: { Name: 'Nightly', Template: { choice: 'Site' }, 'Cron expression': '0 3 * * *' },
    submit: 'Create',
    call: /\/schedules$/,
    rules: [
      {
        field: 'Name',
        reads: EMPTY,
        allowed: 'the contract knows schedules without a name, and the form leaves a stored one without',
      },
      { field: 'Template', reads: 'Choose a template', sends: { template_id: undefined }, code: 'required' },
      cronRule('', 'cron_fields', CRON_FIELDS),
      { ...cronRule('* * * *', 'cron_fields', CRON_FIELDS), byServer: true },
      { ...cronRule('0 0 30 2 *', 'cron_never', 'names a date that never comes'), byServer: true },
    ],
  },
  {
    name: 'integration',
    open: async (page) => {
      await pressing(`${at}/integrations`, 'New integration')(page);
      await chooseIn(page, 'Authentication', 'Token in a header');
    },
    values: { Name: 'Hook', Template: { choice: 'Site' }, Header: 'X-Token', Key: { choice: 'Robot password' } },
    submit: 'Create',
    call: /\/integrations$/,
    rules: [
      nameRule,
      { field: 'Template', reads: 'Choose a template', sends: { template_id: undefined }, code: 'required' },
      { field: 'Header', reads: EMPTY, sends: { auth_header: ' ' }, code: 'required' },
      { field: 'Key', reads: 'Choose a key', sends: { auth_secret_id: null }, code: 'required' },
    ],
  },
  {
    name: 'matcher',
    open: pressing(`${at}/integrations/${integration}`, 'New matcher'),
    values: { Name: 'Main', 'JSON path': 'ref', Value: 'main' },
    submit: 'Create',
    call: /\/matchers$/,
    rules: [
      nameRule,
      { field: 'JSON path', reads: EMPTY, sends: { key: ' ' }, code: 'required' },
      { field: 'Value', reads: EMPTY, sends: { value: '' }, code: 'empty' },
      pathRule,
      { field: 'Match on', reads: EMPTY, untyped: SELECT, sends: { match_type: undefined }, code: 'required' },
      { field: 'Comparison', reads: EMPTY, untyped: SELECT, sends: { method: undefined }, code: 'required' },
      {
        field: 'Format of the body',
        reads: EMPTY,
        untyped: SELECT,
        sends: { body_data_type: '' },
        code: 'required',
      },
    ],
  },
  {
    name: 'extracted value',
    open: pressing(`${at}/integrations/${integration}`, 'New value'),
    values: { Name: 'Branch', 'JSON path': 'ref', Variable: 'branch' },
    submit: 'Create',
    call: /\/values$/,
    rules: [
      nameRule,
      { field: 'JSON path', reads: EMPTY, sends: { key: ' ' }, code: 'required' },
      { field: 'Variable', reads: EMPTY, sends: { variable: ' ' }, code: 'empty' },
      pathRule,
      { field: 'Source', reads: EMPTY, untyped: SELECT, sends: { value_source: undefined }, code: 'required' },
    ],
  },
];

const pathRule: FormRule = {
  field: 'JSON path',
  typed: 'a..b',
  reads: 'Must be a path such as repository.name or commits.[0].id',
  sends: { key: 'a..b' },
  code: 'json_path',
};

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
