import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import {
  type Job,
  type JobInventory,
  type JobPlanning,
  type LogPhase,
  PlanView,
  type PublishedOutput,
} from '@switchyard/contracts';
import { NO_LOCAL_RULES } from '../git/local-rules.js';
import type { AttemptContext, AttemptFacts, AttemptResults } from '../attempt/attempt-context.js';

/** Directories for one test file, removed by `remove`. */
export interface TestArea {
  dir: string;
  path(...parts: string[]): string;
  remove(): void;
}

export function makeTestArea(): TestArea {
  const dir = mkdtempSync(join(tmpdir(), 'runner-test-'));
  return { dir, path: (...parts) => join(dir, ...parts), remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export const NO_KEY = { type: 'none' } as const;

export const LOCAL_INVENTORY: JobInventory = {
  id: 1,
  name: 'Local',
  type: 'static',
  content: 'localhost ansible_connection=local ansible_python_interpreter=/usr/bin/python3\n',
  repository: null,
  ssh_key: NO_KEY,
  become_key: NO_KEY,
};

/** A plan that waits for a decision, in the default workspace of a state of its own. */
export const EXAMPLE_PLANNING: JobPlanning = {
  workspace: '',
  module_key: NO_KEY,
  backend_filename: null,
  state: null,
  confirmed_plan: null,
  plan_only: false,
  destroy: false,
  auto_approve: false,
  upgrade: false,
  reconfigure: false,
  stages: { init: [], plan: [], apply: [] },
};

/** A job of the bash app; members of `part` replace those of the example. */
export function exampleJob(url: string, part: Partial<Job> = {}): Job {
  return {
    task_id: 7,
    project_id: 1,
    template_id: 1,
    template_name: 'Example',
    app: 'bash',
    command: { path: '', args: [] },
    playbook: 'run.sh',
    repository: { id: 1, name: 'Sources', url, branch: 'main', commit: null, key: NO_KEY },
    inventory: null,
    arguments: [],
    task_arguments: [],
    params: { limit: [], tags: [], skip_tags: [], verbosity: 0, diff: false, check: false },
    planning: null,
    time_limit_seconds: null,
    vaults: [],
    variables: {},
    secret_variables: {},
    launch: { names: [], rule: { declared: [], patterns: [], any: false, trusted: false } },
    env: {},
    secret_env: {},
    details: { id: 7, username: 'ada', url: null, type: '' },
    ...part,
  };
}

/** An attempt whose log and reports are kept in memory. */
export interface RecordedAttempt {
  context: AttemptContext;
  /** Output of tools. */
  output(): string;
  system: string[];
  sections: [LogPhase, string | undefined][];
  /** Reported facts, the last of each. */
  facts: AttemptFacts;
  results: AttemptResults;
  /** Published outputs, by name. */
  outputs: Map<string, PublishedOutput>;
  /** The plan the attempt left, the one it gets, the last view it sent, and the state that its tool could not save. */
  plans: { stored: Buffer | null; confirmed: Buffer | null; view: PlanView | null; state: Buffer | null };
  /** Resolves when the output holds this text. */
  printed(text: string): Promise<void>;
  abort(reason: 'stop' | 'kill'): void;
}

const openedView = (packed: string): PlanView =>
  PlanView.parse(JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8')));

let count = 0;

/** Where a state that no control plane takes is kept, as far as a recorded attempt is concerned. */
export const KEPT_HERE = '/kept/7.tfstate';

/** Parts of the log of a recorded attempt. */
type RecordedLog = Pick<RecordedAttempt, 'system' | 'sections'> & { output: string };

const recordedLog = (state: RecordedLog, notify: () => void): AttemptContext['log'] => ({
  write: (bytes) => {
    state.output += bytes.toString('utf8');
    notify();
  },
  system: (text) => void state.system.push(text),
  section: (phase, detail) => void state.sections.push([phase, detail]),
  get lines() {
    return state.output.split('\n').length - 1 + state.system.length + state.sections.length;
  },
});

export function recordAttempt(area: TestArea, job: Job, reportStart = () => Promise.resolve()): RecordedAttempt {
  const dir = area.path('attempts', String(++count));
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const [control, killing] = [new AbortController(), new AbortController()];
  const watchers: { text: string; resolve: () => void }[] = [];
  const state = { output: '', system: [] as string[], sections: [] as RecordedAttempt['sections'] };
  const facts: AttemptFacts = {};
  const results: AttemptResults = { hosts: [], errors: [], stages: [] };
  const outputs: RecordedAttempt['outputs'] = new Map();
  const plans: RecordedAttempt['plans'] = { stored: null, confirmed: null, view: null, state: null };
  const notify = () => watchers.filter(({ text }) => state.output.includes(text)).forEach(({ resolve }) => resolve());
  const context: AttemptContext = {
    job,
    dir,
    cacheDir: area.path('cache'),
    localRules: NO_LOCAL_RULES,
    stop: control.signal,
    kill: killing.signal,
    log: recordedLog(state, notify),
    reportFacts: (found) => void Object.assign(facts, found),
    reportResults: ({ hosts, errors, stages }) => {
      results.hosts.push(...hosts);
      results.errors.push(...errors);
      results.stages.push(...stages);
      return Promise.resolve();
    },
    reportOutputs: (given) => Promise.resolve(given.forEach((output) => void outputs.set(output.name, output))),
    reportStart,
    reportPlanView: (packed) => Promise.resolve(void (plans.view = openedView(packed))),
    storePlan: (plan) => Promise.resolve(void (plans.stored = plan)),
    keepState: (state, owner) => {
      plans.state = state;
      return Promise.resolve(owner ? null : KEPT_HERE);
    },
    requestIdTokens: () => Promise.reject(new Error('no ID tokens')),
    fetchPlan: () => (plans.confirmed ? Promise.resolve(plans.confirmed) : Promise.reject(new Error('no plan'))),
  };
  return {
    context,
    output: () => state.output,
    system: state.system,
    sections: state.sections,
    facts,
    results,
    outputs,
    plans,
    printed: (text) =>
      new Promise((resolve) => {
        watchers.push({ text, resolve });
        notify();
      }),
    abort: (reason) => (reason === 'kill' ? [killing, control] : [control]).forEach((each) => each.abort(reason)),
  };
}
