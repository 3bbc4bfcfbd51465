import {
  DEFAULT_BACKEND_FILENAME,
  type Job,
  type JobInventory,
  type JobParams,
  type JobPlanning,
} from '@switchyard/contracts';
import { LOCAL_INVENTORY } from './recorded-attempt.js';

/** A launch by name; members replace those of the app's example job. */
export type GoldenCases = Record<string, Partial<Job>>;

const PLANNING: JobPlanning = {
  workspace: '',
  module_key: { type: 'none' },
  backend_filename: null,
  state: null,
  plan_only: false,
  destroy: false,
  auto_approve: false,
  upgrade: false,
  reconfigure: false,
  stages: { init: [], plan: [], apply: [] },
  confirmed_plan: null,
};
const PARAMS: JobParams = { limit: [], tags: [], skip_tags: [], verbosity: 0, diff: false, check: false };
const params = (change: Partial<JobParams>): Partial<Job> => ({ params: { ...PARAMS, ...change } });
const planning = (change: Partial<JobPlanning>): Partial<Job> => ({ planning: { ...PLANNING, ...change } });
const inventory = (change: Partial<JobInventory>): Partial<Job> => ({ inventory: { ...LOCAL_INVENTORY, ...change } });
const login = (name: string, password: string) => ({ type: 'login_password' as const, login: name, password });

const VARIABLES: Partial<Job> = {
  variables: { region: 'eu west', nested: { a: [1, true] }, nothing: null },
  secret_variables: { api_key: 'zq-key' },
  env: { LOG_LEVEL: 'debug' },
  secret_env: { TOKEN: 'zq-token' },
};
const ARGUMENTS: Partial<Job> = { arguments: ['--from-template', 'a b'], task_arguments: ['--from-task'] };
const DETAILS: Partial<Job> = {
  details: { id: 7, username: 'ada', type: 'deploy', incoming_version: '1.0.4', message: "it's fine" },
};
const ADMINISTERED: Partial<Job> = { command: { path: '', args: ['--leading'] } };

const ansible: GoldenCases = {
  plain: {},
  'limit, tags and skipped tags': params({ limit: ['web', 'db:!old'], tags: ['deploy'], skip_tags: ['slow', 'risky'] }),
  'verbose six times, diff and check': params({ verbosity: 6, diff: true, check: true }),
  'verbose once': params({ verbosity: 1 }),
  'arguments of template and task': { ...ARGUMENTS, ...params({ limit: ['web'] }) },
  'variables and secrets': VARIABLES,
  'facts of a deploy': DETAILS,
  'a password to log in and to become': inventory({
    ssh_key: login('deploy', 'zq-login'),
    become_key: login('root', 'zq-become'),
  }),
  'an inventory of type static-yaml': inventory({ type: 'static-yaml', content: 'all: {hosts: {a: {}}}\n' }),
  'an inventory file of the repository': inventory({ type: 'file', content: 'hosts/production' }),
  'several vaults': {
    vaults: [
      { type: 'password', name: null, password: 'zq-vault-1' },
      { type: 'password', name: 'prod', password: 'zq-vault-2' },
      { type: 'script', name: 'cloud', script: 'bin/cloud-client.sh' },
    ],
  },
  'leading arguments of an administrator': ADMINISTERED,
};

const terraform: GoldenCases = {
  'a plan': planning({}),
  'a plan alone': planning({ plan_only: true }),
  'an approved plan': planning({ auto_approve: true }),
  'a confirmed plan': planning({ confirmed_plan: { sha256: '0'.repeat(64), size: 1 } }),
  'a destruction with upgrade and reconfigure': planning({ destroy: true, upgrade: true, reconfigure: true }),
  'a workspace': planning({ workspace: 'staging', plan_only: true }),
  'a state of the control plane': planning({
    workspace: 'staging',
    auto_approve: true,
    backend_filename: DEFAULT_BACKEND_FILENAME,
    state: {
      address: 'https://switchyard.example/api/terraform/task-7',
      login: 'workspace-3',
      password: 'zq-state',
      ca: null,
    },
  }),
  'arguments by stage': planning({
    stages: { init: ['-backend-config=a'], plan: ['-target=x', '-parallelism=2'], apply: ['-parallelism=1'] },
    auto_approve: true,
  }),
  'a sub-directory with variables': { ...planning({ plan_only: true }), ...VARIABLES, playbook: 'live' },
  'leading arguments of an administrator': { ...planning({ plan_only: true }), ...ADMINISTERED },
};

const pulumi: GoldenCases = {
  'a plan': planning({ workspace: 'dev' }),
  'a plan alone': planning({ workspace: 'dev', plan_only: true }),
  'an approved plan': { ...planning({ workspace: 'dev', auto_approve: true }), ...VARIABLES },
  'a confirmed plan': planning({ workspace: 'dev', confirmed_plan: { sha256: '0'.repeat(64), size: 1 } }),
  'a destruction': planning({ workspace: 'dev', destroy: true, auto_approve: true }),
  'arguments by stage': planning({
    workspace: 'dev',
    auto_approve: true,
    stages: { init: [], plan: ['--parallel=2'], apply: ['--parallel=1'] },
  }),
};

const script: GoldenCases = {
  plain: {},
  'arguments, variables and secrets': { ...ARGUMENTS, ...VARIABLES },
  'facts of a deploy': DETAILS,
  'leading arguments of an administrator': ADMINISTERED,
};

/** The table of templates and launches, by app. */
export const GOLDEN_CASES: Readonly<Record<string, GoldenCases>> = {
  ansible,
  terraform,
  tofu: terraform,
  terragrunt: terraform,
  bash: script,
  python: script,
  powershell: script,
  pulumi,
  deployer: script,
};

/** Playbook or script of an app's example job. */
export const PLAYBOOKS: Readonly<Record<string, string>> = {
  ansible: 'site.yml',
  bash: 'run.sh',
  python: 'run.py',
  powershell: 'run.ps1',
  deployer: 'run.sh',
};
