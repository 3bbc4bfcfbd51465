import { describe, expect, it } from '@jest/globals';
import { CLAIMS, type IdTokenFacts, idTokenClaims, type Trigger, triggerOf } from './id-token-claims.js';

const FACTS: IdTokenFacts = {
  project_id: 3,
  project: 'Web',
  template_id: 14,
  template: 'Deploy',
  task_id: 159,
  attempt: 2,
  trigger: 'user',
  user_id: 26,
  user: 'ada',
  branch: 'main',
  commit: '5358979',
  environment_id: 32,
  environment: 'production',
};
const ENVELOPE = {
  issuer: 'https://sy.test/base',
  audience: 'sts.amazonaws.com',
  id: 'a-unique-id',
  now: 1_900_000_000_999,
};

describe(idTokenClaims.name, () => {
  it('should name the task, and be good for ten minutes', () => {
    expect(idTokenClaims(FACTS, ENVELOPE)).toEqual({
      iss: 'https://sy.test/base',
      sub: 'project:3:template:14',
      aud: 'sts.amazonaws.com',
      iat: 1_900_000_000,
      nbf: 1_899_999_940,
      exp: 1_900_000_600,
      jti: 'a-unique-id',
      project_id: '3',
      project: 'Web',
      template_id: '14',
      template: 'Deploy',
      task_id: '159',
      attempt: '2',
      trigger: 'user',
      user_id: '26',
      user: 'ada',
      branch: 'main',
      commit: '5358979',
      environment_id: '32',
      environment: 'production',
    });
    expect(Object.keys(idTokenClaims(FACTS, ENVELOPE)).toSorted()).toEqual(CLAIMS.toSorted());
  });

  it('should be without claims of what there is not', () => {
    const claims = idTokenClaims({ ...FACTS, user_id: null, user: null, branch: null, commit: '' }, ENVELOPE);
    expect(Object.keys(claims)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(user|branch|commit)/)]));
  });

  it('should not take its subject from a name, or be one of any length', () => {
    const claims = idTokenClaims({ ...FACTS, template: `${'x'.repeat(254)}😀`, project: '1:template:2' }, ENVELOPE);
    expect(claims).toMatchObject({ sub: 'project:3:template:14', template: 'x'.repeat(254) });
  });
});

describe(triggerOf.name, () => {
  it.each<[Trigger, number | null, number | null, number | null, boolean, boolean]>([
    ['user', 1, null, null, false, false],
    ['schedule', null, 1, null, false, false],
    ['webhook', null, null, 1, false, false],
    ['pull_request', null, null, 1, true, false],
    ['pull_request', 1, null, null, true, false],
    ['workflow', 1, null, null, false, true],
    ['workflow', null, null, null, false, true],
    ['build', null, null, null, false, false],
  ])('should be %p', (trigger, userId, scheduleId, integrationId, isOfPullRequest, isOfWorkflow) => {
    expect(triggerOf({ userId, scheduleId, integrationId, isOfPullRequest, isOfWorkflow })).toBe(trigger);
  });
});
