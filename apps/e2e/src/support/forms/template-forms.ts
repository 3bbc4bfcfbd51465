import {
  chooseIn,
  EMPTY,
  type FormProject,
  type FormRule,
  inDialog,
  nameRule,
  pressing,
  type WalkedForm,
} from './form-rule.js';

const INCOMPLETE = 'what a template lacks is refused at its launch';

const ANSIBLE_ARGUMENTS: FormRule = {
  field: 'CLI arguments',
  untyped: 'the field makes a list of what is entered',
  sends: { arguments: '{"a":1}' },
  reads: 'Must be a JSON array of at most 1,000 strings',
  code: 'json_arguments',
  params: { max: 1000 },
};

const question = (change: object): object => ({ name: 'zone', title: 'Zone', ...change });
const asked = (...questions: object[]): object => ({ survey_vars: questions });
const vaulted = (...vaults: object[]): object => ({ vaults });
const ofDialog = 'it has a dialog of its own';

/** A rule of a list of the template, as a client breaks it. */
const listed = (field: string, code: string, reads: string, sends: object): FormRule => ({
  field,
  untyped: ofDialog,
  reads,
  code,
  sends: sends as Record<string, unknown>,
});

const CHOICES = { missing: 'Enumeration must have values.', unique: 'Enumeration values must have unique names.' };
const UNNAMED = 'Value name cannot be empty.';
const TAKEN = 'This name is used twice';
const CLIENT = 'Must be a script whose name ends in -client';
const VAULT_NAME = 'Must be a vault name';
const enumOf = (...names: string[]): object =>
  question({ type: 'enum', values: names.map((name) => ({ name, value: name })) });
const vault = (change: object): object => ({ name: null, type: 'password', vault_key_id: 1, ...change });

const listRules: FormRule[] = [
  listed('Add variable', 'empty', EMPTY, asked(question({ title: ' ' }))),
  listed('Add variable', 'empty', EMPTY, asked(question({ name: ' ' }))),
  listed('Add variable', 'name_taken', TAKEN, asked(question({}), question({ title: 'Other' }))),
  listed('Add variable', 'digits', 'Must consist of digits', asked(question({ type: 'int', default_value: 'x' }))),
  listed('Add variable', 'choices_missing', CHOICES.missing, asked(enumOf())),
  listed('Add variable', 'choices_unique', CHOICES.unique, asked(enumOf('a', 'a'))),
  listed('Add variable', 'choice_unnamed', UNNAMED, asked(enumOf(' '))),
  listed('Add vault', 'empty', 'Choose a key', vaulted(vault({ vault_key_id: null }))),
  listed('Add vault', 'vault_name', VAULT_NAME, vaulted(vault({ name: 'no name!' }))),
  listed('Add vault', 'name_taken', TAKEN, vaulted(vault({}), vault({}))),
  listed('Add vault', 'vault_script', CLIENT, vaulted({ name: null, type: 'script', script: 'run.sh' })),
];

const NO_CALL = 'the dialog sends nothing: see the template';
const alone = (field: string, typed: string | undefined, reads: string): FormRule => ({
  field,
  reads,
  allowed: NO_CALL,
  ...(typed !== undefined && { typed }),
});

const addAt =
  (path: string, button: string): WalkedForm['open'] =>
  async (page) => {
    await page.goto(path);
    await inDialog(page, 'button', button);
  };

const dialogForms = (path: string): WalkedForm[] => [
  {
    name: 'survey variable',
    open: addAt(path, 'Add variable'),
    values: { Title: 'Zone', 'Variable name': 'zone' },
    submit: 'Add',
    call: /\/never$/,
    rules: [
      alone('Title', undefined, EMPTY),
      alone('Variable name', undefined, EMPTY),
      alone(
        'Variable name',
        '1 x',
        'Must begin with a letter or underscore, consist of letters, digits, dots, dashes and underscores, and be none of the facts about a task',
      ),
    ],
  },
  {
    name: 'survey variable of digits',
    open: async (page) => {
      await addAt(path, 'Add variable')(page);
      await chooseIn(page, 'Type', 'Integer');
    },
    values: { Title: 'Count', 'Variable name': 'count', 'Default value': '1' },
    submit: 'Add',
    call: /\/never$/,
    rules: [alone('Default value', 'x', 'Must consist of digits')],
  },
  {
    name: 'enumeration without values',
    open: async (page) => {
      await addAt(path, 'Add variable')(page);
      const dialog = page.locator('[role=dialog]').last();
      await dialog.getByLabel('Title', { exact: true }).fill('Zone');
      await dialog.getByLabel('Variable name', { exact: true }).fill('zone');
      await chooseIn(page, 'Type', 'Choice');
    },
    values: {},
    submit: 'Add',
    call: /\/never$/,
    rules: [alone('Add choice', undefined, CHOICES.missing)],
  },
  {
    name: 'enumeration with a value',
    open: async (page) => {
      await addAt(path, 'Add variable')(page);
      await chooseIn(page, 'Type', 'Choice');
      await inDialog(page, 'button', 'Add choice');
    },
    values: { Title: 'Zone', 'Variable name': 'zone' },
    submit: 'Add',
    call: /\/never$/,
    rules: [alone('Title', undefined, EMPTY), alone('Name', undefined, UNNAMED)],
  },
  {
    name: 'vault',
    open: addAt(path, 'Add vault'),
    values: { Name: 'prod', 'Password key': { choice: 'Robot password' } },
    submit: 'Add',
    call: /\/never$/,
    rules: [alone('Password key', undefined, 'Choose a key'), alone('Name', 'no name!', VAULT_NAME)],
  },
  {
    name: 'vault with a script',
    open: async (page) => {
      await addAt(path, 'Add vault')(page);
      await chooseIn(page, 'Type', 'Client script');
    },
    values: { Script: 'a-client.sh' },
    submit: 'Add',
    call: /\/never$/,
    rules: [alone('Script', undefined, CLIENT), alone('Script', 'run.sh', CLIENT)],
  },
];

const withTab = (path: string, tab: string): WalkedForm['open'] =>
  async function open(page) {
    await page.goto(path);
    await inDialog(page, 'tab', tab);
  };

const templateForm = (at: string, app: string, form: Partial<WalkedForm>): WalkedForm => ({
  name: `template of ${app}`,
  open: pressing(`${at}/templates/new/edit?app=${app}`),
  values: {},
  submit: 'Create',
  call: /\/templates$/,
  rules: [],
  ...form,
});

/** Section 5 of the specification of the resources: templates, and what a launch asks. */
export function templateForms({ id }: FormProject): WalkedForm[] {
  const at = `/project/${id}`;
  const ansible = `${at}/templates/new/edit?app=ansible`;
  const bash = `${at}/templates/new/edit?app=bash`;
  return [
    templateForm(at, 'ansible', {
      values: { Name: 'Play', 'Playbook file': 'site.yml' },
      rules: [
        nameRule,
        { field: 'Playbook file', reads: EMPTY, sends: { playbook: ' ' }, code: 'empty' },
        {
          field: 'Repository',
          untyped: 'the only one is chosen',
          reads: 'Choose a repository',
          sends: { repository_id: undefined },
          code: 'required',
        },
        {
          field: 'Inventory',
          untyped: 'the only one is chosen',
          reads: 'Choose an inventory',
          sends: { inventory_id: null },
          code: 'empty',
        },
        {
          field: 'Playbook file',
          typed: '../site.yml',
          reads: 'Must not leave the repository',
          sends: { playbook: '../site.yml' },
          code: 'path_leaves',
        },
        ANSIBLE_ARGUMENTS,
        ...listRules,
      ],
    }),
    templateForm(at, 'bash', {
      name: 'build',
      open: withTab(bash, 'Build'),
      values: { Name: 'Image', 'Start version': '1.0', 'Script file': 'run.sh' },
      rules: [nameRule, { field: 'Start version', reads: EMPTY, allowed: INCOMPLETE }],
    }),
    templateForm(at, 'bash', {
      name: 'deploy',
      open: withTab(bash, 'Deploy'),
      values: { Name: 'Roll out', 'Build template': { choice: 'Image' }, 'Script file': 'run.sh' },
      rules: [
        nameRule,
        {
          field: 'Build template',
          reads: 'Choose a build template',
          allowed: INCOMPLETE,
        },
        { field: 'Script file', reads: EMPTY, sends: { playbook: '' }, code: 'empty' },
      ],
    }),
    templateForm(at, 'terraform', {
      open: async (page) => {
        await page.goto(`${at}/templates/new/edit?app=terraform`);
        await inDialog(page, 'checkbox', 'Override the backend');
      },
      values: { Name: 'Network', 'Backend file': 'backend.tf' },
      rules: [
        nameRule,
        {
          field: 'Backend file',
          typed: 'backend.txt',
          reads: 'File must have extension .tf',
          code: 'backend_file',
          sends: { task_params: { override_backend: true, backend_filename: 'backend.txt' } },
        },
      ],
    }),
    ...dialogForms(ansible),
    {
      name: 'run',
      open: pressing(`${at}/templates`, 'Run Ask'),
      values: { Zone: 'north', Count: '1' },
      submit: 'Run',
      call: /\/tasks$/,
      rules: [
        {
          field: 'Zone',
          reads: 'Zone is required',
          sends: { environment: '{}' },
          code: 'answer_required',
          params: { title: 'Zone' },
        },
        {
          field: 'Count',
          typed: 'ten',
          reads: 'Count must consist of digits',
          sends: { environment: '{"zone":"north","count":"ten"}' },
          code: 'answer_digits',
          params: { title: 'Count' },
        },
      ],
    },
  ];
}
