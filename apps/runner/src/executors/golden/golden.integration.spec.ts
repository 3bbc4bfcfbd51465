import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job } from '@switchyard/contracts';
import { makeRepository } from '../../testing/git-repository.js';
import { GOLDEN_CASES, PLAYBOOKS } from '../../testing/golden-cases.js';
import { exampleJob, LOCAL_INVENTORY, makeTestArea, recordAttempt } from '../../testing/recorded-attempt.js';
import { makeRecordingTools, type RecordedCall, type RecordingTools } from '../../testing/recording-tool.js';
import { attemptEnvironment } from '../../process/attempt-environment.js';
import { execute } from '../execute.js';
import { ownFiles } from '../../files/own-files.js';
import { packPlan } from '../plans/plan-bundle.js';

/** One call as the golden files have it: paths of the attempt are replaced, its usual environment is left out. */
interface GoldenCall {
  command: string[];
  cwd: string;
  env: Record<string, string>;
  stdin: string;
}

const area = makeTestArea();
const BEFORE = process.env.PATH ?? '';
const SHOWN = JSON.stringify({ resource_changes: [{ mode: 'managed', change: { actions: ['create'] } }] });
const SAVED = JSON.stringify({ resourcePlans: { urn: { steps: ['create'] } } });
/** The same for every attempt, or different on every machine. */
const USUAL = new Set(Object.keys(attemptEnvironment('')));

let tools: RecordingTools;
let url = '';

beforeAll(() => {
  const planned = [
    { when: 'plan', exitCode: 2, writes: { prefix: '-out=', content: 'a plan' } },
    { when: 'show -json', stdout: SHOWN },
    { when: 'init', stdout: 'initialised' },
  ];
  tools = makeRecordingTools(area.dir, {
    'ansible-playbook': [],
    terraform: planned,
    tofu: planned,
    terragrunt: planned,
    bash: [],
    python3: [],
    pwsh: [],
    pulumi: [{ when: 'preview', writes: { prefix: '--save-plan=', content: SAVED } }],
    deployer: [],
  });
  process.env.PATH = [tools.bin, BEFORE].join(delimiter);
  const hasBackend = JSON.stringify({ backend: { type: 's3', config: {} } });
  const files = { '.terraform/terraform.tfstate': hasBackend, 'live/.terraform/terraform.tfstate': hasBackend };
  url = `file://${makeRepository(area.path('sources'), {
    ...files,
    'site.yml': '[]\n',
    'run.sh': '',
    'run.py': '',
    'run.ps1': '',
    'hosts/production': 'a\n',
    'bin/cloud-client.sh': '#!/bin/sh\n',
  })}`;
});
afterAll(() => {
  process.env.PATH = BEFORE;
  area.remove();
});

async function callsOf(app: string, part: Partial<Job>): Promise<GoldenCall[]> {
  const before = tools.calls().length;
  const inventory = app === 'ansible' ? LOCAL_INVENTORY : null;
  const attempt = recordAttempt(area, exampleJob(url, { app, playbook: PLAYBOOKS[app] ?? '', inventory, ...part }));
  attempt.plans.confirmed = await confirmedBundle();
  const { outcome, reason } = await execute(attempt.context);
  expect([outcome, reason]).toEqual([expect.stringMatching(/^(success|planned)$/), null]);
  return tools
    .calls()
    .slice(before)
    .map((call) => golden(call, attempt.context.dir));
}

async function confirmedBundle(): Promise<Buffer> {
  const plan = area.path('confirmed.plan');
  writeFileSync(plan, SAVED);
  return packPlan(ownFiles, { plan, lock: area.path('none') });
}

function golden({ tool, argv, cwd, env, stdin }: RecordedCall, attemptDir: string): GoldenCall {
  const plain = (text: string): string =>
    text
      .replaceAll(attemptDir, '<attempt>')
      .replaceAll(area.path('cache'), '<cache>')
      .replace(/\b[0-9a-f]{40}\b/g, '<commit>');
  const kept = Object.entries(env).filter(([name]) => !USUAL.has(name));
  return {
    command: [tool, ...argv].map(plain),
    cwd: plain(cwd),
    env: Object.fromEntries(
      kept.map(([name, value]) => [name, plain(value)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    stdin,
  };
}

/** Golden files are rewritten with `UPDATE_GOLDEN=1`, and then read by a person. */
function goldenFile(app: string): Record<string, GoldenCall[]> {
  const path = pathOf(app);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, GoldenCall[]>) : {};
}
const pathOf = (app: string): string => join(import.meta.dirname, `${app}.golden.json`);

describe.each(Object.entries(GOLDEN_CASES))('the command lines of %s', (app, cases) => {
  const found: Record<string, GoldenCall[]> = {};

  it.each(Object.entries(cases))('should be as written down for: %s', async (name, part) => {
    found[name] = await callsOf(app, part);
    expect(found[name].length).toBeGreaterThan(0);
    if (process.env.UPDATE_GOLDEN !== '1') {
      expect(found[name]).toEqual(goldenFile(app)[name]);
    }
  });

  it('should hold no secret and read no input', () => {
    const lines = JSON.stringify(Object.values(found).flatMap((calls) => calls.map(({ command }) => command)));
    expect(lines).not.toContain('zq-');
    expect(Object.values(found).flatMap((calls) => calls.map(({ stdin }) => stdin).filter(Boolean))).toEqual([]);
  });

  afterAll(() => {
    if (process.env.UPDATE_GOLDEN === '1') {
      writeFileSync(pathOf(app), `${JSON.stringify(found, null, 2)}\n`);
    }
  });
});
