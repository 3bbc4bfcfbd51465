import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { JobPlanning, TerraformCheck } from '@switchyard/contracts';
import { makeRepository } from '../../testing/git-repository.js';
import { reasonText } from '../../testing/reason-text.js';
import { describeWithTerraform } from '../../testing/describe-with-terraform.js';
import { EXAMPLE_PLANNING, exampleJob, makeTestArea, recordAttempt } from '../../testing/recorded-attempt.js';
import { execute } from '../execute.js';

const area = makeTestArea();
afterAll(() => area.remove());

const PLANNING: JobPlanning = { ...EXAMPLE_PLANNING, plan_only: true };
/** Its backend does not exist: no check may need it. */
const MAIN = [
  'terraform {',
  '  backend "http" {',
  '    address = "http://127.0.0.1:9/none"',
  '  }',
  '}',
  'variable "size" { type = number }',
  'resource "terraform_data" "box" {',
  '  input = var.size',
  '}',
  '',
].join('\n');
const test = (size: number): string =>
  `run "size" {\n  assert {\n    condition     = terraform_data.box.output == ${size}\n    error_message = "another size"\n  }\n}\n`;

let count = 0;

async function run(files: Record<string, string>, ...checks: TerraformCheck[]) {
  const dir = makeRepository(area.path(`repository-${++count}`), { 'main.tf': MAIN, ...files });
  const planning = { ...PLANNING, checks };
  const job = exampleJob(`file://${dir}`, { app: 'terraform', playbook: '', variables: { size: 2 }, planning });
  const attempt = recordAttempt(area, job);
  const { outcome, exitCode, reason } = await execute(attempt.context);
  const commands = attempt.system.filter((line) => line.startsWith('$ ')).map((line) => line.slice(0, 24));
  return { ...attempt, outcome, exitCode, reason: reasonText(reason), commands };
}

describeWithTerraform('checks of a configuration', () => {
  it('should pass in their order, without a plan, a state or a backend', async () => {
    const { outcome, reason, plans, facts, commands, context } = await run(
      { 'main.tftest.hcl': test(2) },
      'fmt',
      'validate',
      'test',
    );
    expect([outcome, reason, plans.stored, facts.plan_summary]).toEqual(['success', '', null, undefined]);
    expect(commands.map((line) => line.split(' ')[2])).toEqual(['fmt', 'init', 'validate', 'test']);
    expect(existsSync(join(context.dir, 'repository', 'terraform.tfstate'))).toBe(false);
  });

  it('should show which file has another format, and say what to do, before anything else is checked', async () => {
    const { outcome, exitCode, reason, output, commands } = await run(
      { 'modules/a/a.tf': 'locals {\na=1\n}\n' },
      'fmt',
      'validate',
    );
    expect([outcome, exitCode]).toEqual(['error', 3]);
    expect(reason).toContain('run "fmt -recursive" and commit what it changes');
    expect(output()).toContain('modules/a/a.tf');
    expect(commands).toHaveLength(1);
  });

  it.each<[TerraformCheck, Record<string, string>, RegExp]>([
    ['validate', { 'more.tf': 'output "none" {\n  value = var.none\n}\n' }, /Reference to undeclared input variable/],
    ['test', { 'main.tftest.hcl': test(3) }, /Test assertion failed/],
  ])('should fail with the reason of the tool: %s', async (check, files, expected) => {
    const { outcome, reason } = await run(files, check);
    expect([outcome, reason]).toEqual(['error', expect.stringMatching(expected)]);
  });
});
