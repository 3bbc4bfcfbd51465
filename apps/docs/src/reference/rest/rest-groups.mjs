/**
 * Pages of the REST reference below `reference/rest`: title, and the tags of the OpenAPI document whose calls they hold. A tag is
 * the name of a controller without its ending. A spec finds a controller that is on no page.
 * @type {Record<string, { title: string, tags: string[] }>}
 */
export const REST_GROUPS = {
  'reference/rest/tasks': { title: 'Tasks', tags: ['Tasks', 'AllTasks', 'TaskResults', 'Stats'] },
  'reference/rest/logs': {
    title: 'Logs and live updates',
    tags: ['TaskLogs', 'TemplateLogs', 'LogLinks', 'SharedLogs', 'LiveUpdates'],
  },
  'reference/rest/templates': {
    title: 'Templates and views',
    tags: ['Templates', 'TemplateWorkspaces', 'WorkspaceDrifts', 'Views'],
  },
  'reference/rest/schedules': { title: 'Schedules', tags: ['Schedules', 'TemplateSchedules'] },
  'reference/rest/workflows': { title: 'Workflows and their runs', tags: ['Workflows', 'WorkflowRuns'] },
  'reference/rest/projects': {
    title: 'Projects and activity',
    tags: ['Projects', 'Events', 'Apply', 'ProjectFiles', 'Sync', 'Backup', 'TaskImport'],
  },
  'reference/rest/members': { title: 'Members', tags: ['Members'] },
  'reference/rest/keys': { title: 'Keys', tags: ['Keys', 'Passphrase'] },
  'reference/rest/repositories': { title: 'Repositories and branches', tags: ['GitRepositories', 'Branches'] },
  'reference/rest/inventories': { title: 'Inventories', tags: ['Inventories'] },
  'reference/rest/variables': { title: 'Variable groups', tags: ['Environments'] },
  'reference/rest/integrations': {
    title: 'Integrations',
    tags: [
      'Integrations',
      'IntegrationAliases',
      'ProjectAliases',
      'IntegrationDeliveries',
      'WebhookTrials',
      'Webhooks',
    ],
  },
  'reference/rest/matchers': { title: 'Matchers and extracted values', tags: ['Matchers', 'ExtractedValues'] },
  'reference/rest/alerts': { title: 'Alerts', tags: ['AlertChannels', 'Alerts'] },
  'reference/rest/states': {
    title: 'Terraform states',
    tags: ['TerraformAliases', 'TerraformStates', 'StateBackend'],
  },
  'reference/rest/project-runners': {
    title: 'Runners of a project',
    tags: [
      'ProjectRunners',
      'ProjectRunnerLists',
      'ProjectRunnerCaches',
      'ProjectRunnerDeliveries',
      'ProjectRegistrationTokens',
    ],
  },
  'reference/rest/runners': {
    title: 'Global runners',
    tags: ['Runners', 'RunnerLists', 'RunnerCaches', 'RunnerDeliveries', 'RegistrationTokens'],
  },
  'reference/rest/runner-protocol': {
    title: 'Runner protocol',
    tags: ['RunnerInfo', 'RunnerCheck', 'RunnerGateway', 'AttemptEnd', 'AttemptReports', 'IdTokens', 'OwnPrograms'],
  },
  'reference/rest/account': {
    title: 'Your account',
    tags: ['CurrentUser', 'Tokens', 'ForgeAccounts', 'Reauthentication', 'Totp'],
  },
  'reference/rest/sign-in': {
    title: 'Signing in',
    tags: ['Login', 'EmailLogin', 'DeviceLogins', 'WaitingDeviceLogins', 'SecondFactor', 'Oidc', 'Visitors'],
  },
  'reference/rest/users': { title: 'Users', tags: ['Users', 'UserImport', 'AccessGrants'] },
  'reference/rest/audit': { title: 'Audit', tags: ['AuditLog', 'AuditReceivers'] },
  'reference/rest/server': { title: 'Server', tags: ['System', 'Options', 'Apps', 'Doctor', 'Publications', 'Issuer'] },
  'reference/rest/billing': {
    title: 'Subscription and billing',
    tags: ['Subscription', 'Billing', 'Sandbox', 'Callbacks'],
  },
};
