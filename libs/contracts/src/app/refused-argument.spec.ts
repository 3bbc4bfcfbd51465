import { describe, expect, it } from '@jest/globals';
import { sentenceOf } from '../errors/problem.js';
import { launchOverrides } from '../launch/launch-overrides.js';
import { TaskInput } from '../task/task.js';
import { TemplateInput } from '../template/template.js';
import { breakingArgument, refusedArgument, refusedLeadingArgument } from './refused-argument.js';

const refused = (app: string, stages: object, directory = ''): string | null => {
  const fault = refusedArgument({ app, stages, directory });
  return fault && `${String(fault.params.argument)} ${sentenceOf(fault).split(': ')[1] ?? ''}`;
};
const breaks = (app: string, stages: object): boolean => breakingArgument({ app, stages }) !== null;
const FAMILY = ['terraform', 'tofu', 'terragrunt'];

describe(refusedArgument.name, () => {
  it.each([
    ['plan', '-out=x', '-out the task sets it itself'],
    ['plan', '--out', '--out the task sets it itself'],
    ['plan', '-detailed-exitcode=false', '-detailed-exitcode the task sets it itself'],
    ['plan', '-lock=false', '-lock two tasks could change the state at once'],
    ['plan', '-json', '-json the log is read by people'],
    ['plan', '-input=true', '-input nobody is there to answer a question of the tool'],
    ['init', '-chdir=x', '-chdir the template decides the directory and the files in it'],
    ['init', '-backend=false', '-backend the workspace and the backend decide where the state is'],
    ['apply', '-state-out=x', '-state-out the workspace and the backend decide where the state is'],
    ['apply', '-var=a=1', '-var it belongs to the arguments of the plan, which is applied as it was made'],
  ])('should refuse in the stage %s of Terraform and its like %s', (stage, argument, fault) => {
    for (const app of FAMILY) {
      expect(refused(app, { [stage]: ['-parallelism=3', argument] })).toBe(fault);
    }
  });

  it.each([
    ['plan', '--save-plan=x'],
    ['plan', '--preview-only=false'],
    ['plan', '--stack=other'],
    ['plan', '-sother'],
    ['plan', '-C'],
    ['plan', '--json'],
    ['apply', '--preview-only'],
    ['apply', '--plan=x'],
  ])('should refuse in the stage %s of Pulumi %s', (stage, argument) => {
    expect(refused('pulumi', { [stage]: [argument] })).not.toBeNull();
  });

  it('should refuse what Terragrunt does to several units, or elsewhere', () => {
    for (const argument of ['--all', '--graph', '--out-dir=x', '--terragrunt-working-dir', '--working-dir=x']) {
      expect([argument, refused('terragrunt', { plan: [argument] }) !== null]).toEqual([argument, true]);
      expect([argument, refused('terraform', { plan: [argument] })]).toEqual([argument, null]);
    }
  });

  it('should take for the plan what is given for no stage, and nothing of it where the plan has its own', () => {
    expect(refused('terraform', { default: ['-out=x'] })).not.toBeNull();
    expect(refused('terraform', { default: ['-out=x'], plan: [] })).toBeNull();
  });

  it('should leave every other argument alone, and what changes nothing', () => {
    const plan = [
      '-target=a.b',
      '-var',
      'out=3',
      '-var-file=x.tfvars',
      '-detailed-exitcode',
      '-lock=true',
      '-lock-timeout=0s',
    ];
    const apply = ['-auto-approve', '-parallelism=4', '-input=false', '-refresh=false'];
    for (const app of FAMILY) {
      expect(refused(app, { init: ['-backend-config=x', '-upgrade', '-get=false'], plan, apply })).toBeNull();
    }
    expect(refused('pulumi', { plan: ['--refresh', '-p10', '--target', 'u'], apply: ['--yes', '-v=3'] })).toBeNull();
    expect(refused('ansible', { default: ['--version', '-out'] })).toBeNull();
    expect(refused('bash', { default: ['-h'] })).toBeNull();
  });

  it('should refuse a file of variables that is outside of the repository, not one beside the directory or of the machine', () => {
    const fault = '-var-file the file lies outside of the repository';
    expect(refused('tofu', { plan: ['-var-file=../x.tfvars'] })).toBe(fault);
    expect(refused('tofu', { plan: ['-var-file', 'a/../../x.tfvars'] })).toBe(fault);
    expect(refused('tofu', { plan: ['-var-file=../x.tfvars'] }, 'live/west')).toBeNull();
    expect(refused('tofu', { plan: ['-var-file=/etc/common.tfvars'] })).toBeNull();
    expect(refused('tofu', { plan: ['-var-file=../../../x.tfvars'] }, 'live/west')).toBe(fault);
  });
});

describe(breakingArgument.name, () => {
  it('should be one with which something else would be applied, nothing, or something that is lost', () => {
    for (const argument of ['-out=x', '-detailed-exitcode=false', '-help', '-state=x', '-chdir=x']) {
      expect([argument, breaks('terraform', { plan: [argument] })]).toEqual([argument, true]);
    }
    expect(refused('terraform', { plan: ['-help'], apply: ['--version'] })).toBeNull();
    expect([breaks('pulumi', { apply: ['--preview-only'] }), breaks('pulumi', { plan: ['-h'] })]).toEqual([true, true]);
    for (const argument of ['-json', '-lock=false', '-input=true', '-backup=-']) {
      expect([argument, breaks('terraform', { plan: [argument] })]).toEqual([argument, false]);
    }
  });
});

describe(refusedLeadingArgument.name, () => {
  it('should be one that changes the directory, not one of a program around the tool', () => {
    expect(refusedLeadingArgument('tofu', ['-chdir=x'])?.params.argument).toBe('-chdir');
    expect(refusedLeadingArgument('terraform', ['exec', '-h', '--', 'terraform'])).toBeNull();
    expect(refusedLeadingArgument('bash', ['-chdir'])).toBeNull();
  });
});

describe('arguments that are saved', () => {
  const ours = [{ path: ['arguments'], code: 'argument_refused' }];

  it('should be refused by name in a template', () => {
    const template = { name: 'T', app: 'tofu', playbook: '', repository_id: 1 };
    const found = TemplateInput.safeParse({ ...template, arguments: '{"plan":["-out=x"]}' });
    expect(found.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['arguments'], 'must not have the argument -out: the task sets it itself'],
    ]);
    expect(TemplateInput.safeParse({ ...template, arguments: '["-target=a.b"]' }).success).toBe(true);
  });

  it('should be refused in a launch, a schedule or an integration whose template lets it set them', () => {
    const template = {
      app: 'tofu',
      playbook: 'live',
      gitBranch: null,
      inventoryId: null,
      taskParams: null,
      allowOverrideArgsInTask: true,
      allowOverrideBranchInTask: false,
      confirmationRole: 'task_runner' as const,
      confirmationByOther: false,
    };
    const sent = (args: string[]) => TaskInput.parse({ template_id: 1, arguments: JSON.stringify(args) });
    expect(launchOverrides(template, sent(['-lock=false'])).issues).toMatchObject(ours);
    expect(launchOverrides(template, sent(['-var-file=../x.tfvars'])).issues).toEqual([]);
    expect(launchOverrides({ ...template, allowOverrideArgsInTask: false }, sent(['-out=x'])).issues).toEqual([]);
  });
});
