import { chooseIn, EMPTY, type FormRule, nameRule, pressing, SELECT, type WalkedForm } from './form-rule.js';

const CRON_FIELDS = 'must have five fields: minute, hour, day of month, month, day of week';
const cronRule = (typed: string, fault: string, words: string): FormRule => ({
  field: 'Cron expression',
  typed,
  reads: `Cron: ${words}`,
  sends: { cron_format: typed },
  code: 'cron',
  params: { fault: { code: fault, params: {} } },
});

/** Forms of objects that start tasks by themselves: schedules and integrations. */
export const triggerForms = (at: string, integration: number): WalkedForm[] => [
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
