import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { JobPlanning } from '@switchyard/contracts';
import { eventually, installSlowProvider } from '@switchyard/testing';
import { makeRepository } from '../../testing/git-repository.js';
import { commandLinesWith } from '../../testing/live-processes.js';
import { describeWithTerraform } from '../../testing/describe-with-terraform.js';
import {
  EXAMPLE_PLANNING,
  exampleJob,
  makeTestArea,
  recordAttempt,
  type RecordedAttempt,
} from '../../testing/recorded-attempt.js';
import { execute } from '../execute.js';

const area = makeTestArea();
const provider = installSlowProvider(area.dir);
const BEFORE = process.env.PATH ?? '';

/**
 * A stand-in for Terragrunt 0.7x: it runs terraform with its own arguments, and passes an interrupt on late, because at a terminal
 * terraform gets it too (15 s there, FORWARD_MS here).
 */
const TERRAGRUNT = `#!${process.execPath}
const { spawn } = require('node:child_process');
if (process.argv[2] === '--version') {
  console.log('terragrunt version v0.78.0');
  process.exit(0);
}
const child = spawn('terraform', process.argv.slice(2), { stdio: 'inherit' });
process.on('SIGINT', () => setTimeout(() => child.kill('SIGINT'), Number(process.env.FORWARD_MS)));
child.on('exit', (code) => process.exit(code ?? 1));
`;

beforeAll(() => {
  const bin = area.path('bin');
  mkdirSync(bin);
  writeFileSync(area.path('bin', 'terragrunt'), TERRAGRUNT);
  chmodSync(area.path('bin', 'terragrunt'), 0o755);
  process.env.PATH = [bin, BEFORE].join(delimiter);
});
afterAll(() => {
  process.env.PATH = BEFORE;
  area.remove();
});

const PLANNING: JobPlanning = { ...EXAMPLE_PLANNING, auto_approve: true };

describeWithTerraform('Terragrunt that is stopped', () => {
  const state = area.path('shared.tfstate');

  /** @param forwardMs after how many milliseconds it passes an interrupt on */
  function start(name: string, forwardMs: number, planning: Partial<JobPlanning> = {}): Run {
    const backend = `terraform {\n  backend "local" {\n    path = "${state}"\n  }\n}\n`;
    const files = { 'backend.tf': backend, 'main.tf': provider.configuration({ journal: 'made', seconds: 600 }) };
    const url = `file://${makeRepository(area.path(name), files)}`;
    const env = { ...provider.env, FORWARD_MS: String(forwardMs) };
    const job = exampleJob(url, { app: 'terragrunt', playbook: '', planning: { ...PLANNING, ...planning }, env });
    const attempt = recordAttempt(area, job);
    return { ...attempt, ended: execute(attempt.context) };
  }

  it('should end a plan by asking terraform itself, and have an apply pass the interrupt on, once', async () => {
    const apply = start('apply', 500);
    await eventually(() => provider.journal('made').includes('create begins'));

    const plan = start('plan', 600_000, { plan_only: true });
    await eventually(() => plan.system.some((line) => line.startsWith('$ terragrunt plan')));
    await eventually(() => commandLinesWith(plan.context.dir).some((line) => /terraform.* plan /.test(line)));
    plan.abort('stop');
    expect((await plan.ended).outcome).toBe('stopped');
    expect(plan.system.join('\n')).not.toContain('did not end in time');

    apply.abort('stop');
    expect((await apply.ended).outcome).toBe('stopped');
    expect(apply.output().match(/Interrupt received/g)).toHaveLength(1);
    expect(apply.output()).not.toContain('Two interrupts');
    expect(provider.journal('made')).toEqual(['create begins', 'cancelled']);
    expect(readFileSync(state, 'utf8')).toContain('"tainted"');
    expect([plan, apply].flatMap(({ context }) => commandLinesWith(context.dir))).toEqual([]);
  });
});

interface Run extends RecordedAttempt {
  ended: ReturnType<typeof execute>;
}
