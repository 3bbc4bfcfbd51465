import { describe, expect, it } from '@jest/globals';
import { PlanView } from '@switchyard/contracts';
import { viewOfPlan } from '../plans/plan-view/plan-view.js';
import { destructionPlan, savedPlan } from './shown-plan.js';

const urn = (type: string, name: string): string => `urn:pulumi:dev::project::${type}::${name}`;
const secret = (ciphertext: string): object => ({
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  ciphertext,
});
const exported = (inputs: Record<string, object>): string =>
  JSON.stringify({
    deployment: { resources: Object.entries(inputs).map(([name, of]) => ({ urn: name, inputs: of })) },
  });

/** As people see it. */
function view(plan: ReturnType<typeof savedPlan>, secrets: string[] = []) {
  const { view: made, summary } = plan ? viewOfPlan(plan, secrets) : { view: null, summary: null };
  return { resources: PlanView.parse(made).resources, summary };
}

describe(savedPlan.name, () => {
  it('should count what Pulumi counts: not the provider that it makes by itself', () => {
    const resourcePlans = {
      [urn('pulumi:pulumi:Stack', 'project-dev')]: { steps: ['create'] },
      [urn('pulumi:providers:pulumi', 'default')]: { steps: ['create'] },
      [urn('pulumi:providers:aws', 'default_6_0_1')]: { steps: ['create'] },
      [urn('pulumi:providers:aws', 'west')]: { steps: ['create'] },
      [urn('aws:s3:Bucket', 'default')]: { steps: ['update'] },
      [urn('aws:s3:Bucket', 'kept')]: { steps: ['same'] },
      [urn('aws:s3:Bucket', 'taken')]: { steps: ['import'] },
      [urn('aws:s3:Bucket', 'old')]: { steps: ['create-replacement', 'replace', 'delete-replaced'] },
    };
    const { resources, summary } = view(savedPlan(JSON.stringify({ resourcePlans }), ''));
    expect(summary).toMatchObject({ add: 3, change: 1, destroy: 1, import: 1 });
    expect(resources.map(({ address, action }) => `${action} ${address}`)).toEqual([
      'replace aws:s3:Bucket::old',
      'update aws:s3:Bucket::default',
      'create pulumi:pulumi:Stack::project-dev',
      'create pulumi:providers:aws::west',
      'import aws:s3:Bucket::taken',
    ]);
  });

  it('should show what differs of a resource, and nothing that is secret', () => {
    const name = urn('my:Component$aws:s3:Bucket', 'logs');
    const diff = {
      adds: { arn: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' },
      updates: { tags: { team: 'blue', token: 'zq-token' }, password: secret('two') },
      deletes: ['acl'],
    };
    const saved = JSON.stringify({ resourcePlans: { [name]: { goal: { inputDiff: diff }, steps: ['update'] } } });
    const before = { [name]: { acl: 'private', size: 3, tags: { team: 'red' }, password: secret('one') } };
    const [resource] = view(savedPlan(saved, exported(before)), ['zq-token']).resources;
    expect(resource).toMatchObject({ address: 'aws:s3:Bucket::logs', action: 'update' });
    expect(resource?.attributes).toEqual([
      { path: 'acl', before: '"private"', after: null },
      { path: 'tags.team', before: '"red"', after: '"blue"' },
      { path: 'tags.token', before: null, after: '"***"' },
      { path: 'password', before: null, after: null, sensitive: true },
      { path: 'arn', before: null, after: null, unknown: true },
    ]);
  });

  it('should answer nothing for what is no plan', () => {
    expect(savedPlan('[', '')).toBeNull();
  });
});

describe(destructionPlan.name, () => {
  it('should destroy each resource of the stack', () => {
    const stack = exported({
      [urn('pulumi:providers:aws', 'default')]: {},
      [urn('aws:s3:Bucket', 'logs')]: { size: 3 },
    });
    const { resources, summary } = view(destructionPlan(stack));
    expect(summary).toMatchObject({ add: 0, destroy: 1 });
    expect(resources).toMatchObject([{ address: 'aws:s3:Bucket::logs', action: 'delete' }]);
  });

  it('should answer nothing for what is no export', () => {
    expect(destructionPlan('no')).toBeNull();
  });
});
