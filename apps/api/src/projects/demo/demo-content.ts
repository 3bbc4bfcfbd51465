import { DEMO_BRANCH, DEMO_REPOSITORY_URL, type SurveyVariable, type TemplateInput } from '@switchyard/contracts';

/** Bodies of what a demo project begins with. Ids of what they refer to are filled in by `DemoProject`. */

/** Opens `ansible/vault.yml` of the demo's repository, whose content is as public as this password. */
export const VAULT_KEY = {
  name: 'Demo vault password',
  type: 'login_password',
  password: 'switchyard-demo-vault',
} as const;

export const REPOSITORY = { name: 'Demo', git_url: DEMO_REPOSITORY_URL, git_branch: DEMO_BRANCH };

export const ENVIRONMENT = {
  name: 'Demo settings',
  json: JSON.stringify({ region: 'eu-north', replicas: 3 }),
  env: JSON.stringify({ LOG_LEVEL: 'info' }),
};

/** A secret of that group. It opens nothing: it is there to be seen masked. */
export const SECRET = { type: 'env', name: 'API_TOKEN', value: 'demo-token-7Jq2-never-in-a-log' } as const;

/** Every host is the machine of the runner. */
const LOCAL = 'ansible_connection=local ansible_python_interpreter="{{ ansible_playbook_python }}"';
const hosts = (...names: string[]): string =>
  ['[web]', ...names, '', '[web:vars]', ...LOCAL.split(/ (?=ansible_python)/), ''].join('\n');

export const INVENTORIES = {
  local: { name: 'This machine', type: 'static', inventory: `localhost ${LOCAL}\n` },
  staging: { name: 'Staging', type: 'static', inventory: hosts('staging-1', 'staging-2') },
  production: { name: 'Production', type: 'static', inventory: hosts('web-1', 'web-2', 'web-3') },
} as const;

/** In the order of their tabs. */
export const VIEWS = { start: 'Start here', infrastructure: 'Infrastructure', releases: 'Releases' } as const;

type Body = Partial<TemplateInput> & Pick<TemplateInput, 'name' | 'app' | 'playbook'>;

export interface DemoTemplate {
  view: keyof typeof VIEWS;
  inventory?: keyof typeof INVENTORIES;
  /** Stands on the build, and opens the vault. */
  isDeploy?: boolean;
  body: Body;
}

const QUESTION: SurveyVariable = {
  name: 'WHO',
  title: 'Who is greeted?',
  description: 'Becomes the environment variable WHO of the script.',
  type: '',
  required: false,
  values: [],
  default_value: 'world',
};

/** The build stands before the deploys that stand on it. */
export const TEMPLATES: readonly DemoTemplate[] = [
  {
    view: 'start',
    body: {
      name: 'Hello',
      app: 'bash',
      playbook: 'scripts/hello.sh',
      description:
        'A Bash script with a question. It prints a secret of its variable group, which the log shows masked.',
      survey_vars: [QUESTION],
    },
  },
  {
    view: 'start',
    body: {
      name: 'System report',
      app: 'python',
      playbook: 'python/report.py',
      description:
        'A Python script that looks at the machine of the runner. A paused schedule would run it every night.',
    },
  },
  {
    view: 'start',
    inventory: 'local',
    body: {
      name: 'Check the hosts',
      app: 'ansible',
      playbook: 'ansible/ping.yml',
      description: 'An Ansible playbook on the runner itself. Change its inventory to reach hosts of yours.',
      task_params: { allow_override_inventory: true, allow_debug: true },
    },
  },
  {
    view: 'infrastructure',
    body: {
      name: 'Network',
      app: 'terraform',
      playbook: 'terraform',
      description:
        'Terraform plans a network and waits for you to confirm. Change “replicas” in the variable group and run it again.',
      task_params: { override_backend: true, allow_destroy: true },
    },
  },
  {
    view: 'releases',
    body: {
      name: 'Build storefront',
      app: 'bash',
      playbook: 'scripts/build.sh',
      type: 'build',
      start_version: '1.0.0',
      description: 'Packs the storefront under the next version. Staging gets it by itself.',
    },
  },
  {
    view: 'releases',
    inventory: 'staging',
    isDeploy: true,
    body: {
      name: 'Deploy to staging',
      app: 'ansible',
      playbook: 'ansible/deploy.yml',
      type: 'deploy',
      autorun: true,
      description: 'Follows each build. Its password comes from an encrypted file that a key of the project opens.',
    },
  },
  {
    view: 'releases',
    inventory: 'production',
    isDeploy: true,
    body: {
      name: 'Deploy to production',
      app: 'ansible',
      playbook: 'ansible/deploy.yml',
      type: 'deploy',
      description: 'You choose which build goes out, and when.',
      task_params: { allow_override_limit: true },
    },
  },
];

export const SCHEDULE = {
  template: 'System report',
  body: {
    name: 'Report every night',
    cron_format: '0 3 * * *',
    active: false,
    pause_reason: 'This is a demo. Switch it on to have a report every night.',
  },
} as const;
