import { describe, expect, it } from '@jest/globals';
import { type Integration, IntegrationInput } from '@switchyard/contracts';
import { integrationBody, integrationIssues, integrationValues, changedBody } from './integration-values.js';

const row = {
  id: 6,
  project_id: 1,
  name: 'GitLab',
  template_id: 4,
  auth_method: 'hmac',
  auth_header: 'X-Signature',
  auth_secret_id: 9,
  hmac_algorithm: 'sha512',
  hmac_prefix: 'v1=',
  empty_answer: true,
  stops_older: true,
  branches: ['main'],
  paths: ['infra/**'],
  ignores_matchers: false,
  searchable: true,
  task_params: { message: 'from GitLab' },
  secret_names: [],
} satisfies Integration;

const paths = (issues: readonly { path: readonly (string | number)[] }[]): string[] =>
  issues.map(({ path }) => path.join('.'));

describe(integrationValues.name, () => {
  it('should begin a new one with the only template there is, and no choice of authentication', () => {
    expect(integrationValues(null, 4)).toMatchObject({ name: '', template_id: 4, auth_method: undefined });
    expect(integrationValues(null, undefined).template_id).toBeUndefined();
  });

  it('should hold what is stored, and nothing that the dialog does not show', () => {
    const {
      searchable: _s,
      ignores_matchers: _m,
      task_params: _t,
      secret_names: _n,
      id: _i,
      project_id: _p,
      ...shown
    } = row;
    expect(integrationValues(row, 7)).toEqual(shown);
  });
});

describe(integrationBody.name, () => {
  it('should be what the contract takes, with the launch', () => {
    const body = integrationBody(integrationValues(row, undefined), row, { message: 'new' });
    expect(IntegrationInput.parse(body)).toMatchObject({ name: 'GitLab', task_params: { message: 'new' } });
  });

  it('should keep whether it is searchable, which the dialog does not show', () => {
    const values = integrationValues(row, undefined);
    expect(integrationBody(values, row, {})).toMatchObject({ searchable: true });
    expect(integrationBody(values, null, {})).toMatchObject({ searchable: false });
  });
});

describe(integrationIssues.name, () => {
  const fresh = integrationValues(null, 4);

  it('should accept a named one with a template', () => {
    expect(integrationIssues({ ...fresh, name: 'GitLab', auth_method: '' })).toEqual([]);
  });

  it('should name each field that is empty, once', () => {
    expect(paths(integrationIssues({ ...fresh, name: ' ', template_id: undefined })).sort()).toEqual([
      'auth_method',
      'name',
      'template_id',
    ]);
  });

  it.each([
    ['hmac', ['auth_header', 'auth_secret_id']],
    ['token', ['auth_header', 'auth_secret_id']],
    ['github', ['auth_secret_id']],
    ['', []],
  ] as const)('should require what the way "%s" of proving needs', (auth_method, needed) => {
    const issues = integrationIssues({ ...fresh, name: 'GitLab', auth_method });
    expect(paths(issues).sort()).toEqual(needed);
  });
});

describe(changedBody.name, () => {
  it('should change nothing else', () => {
    const { id: _id, project_id: _project, secret_names: _names, ...stored } = row;
    expect(changedBody(row, { searchable: false })).toMatchObject({ ...stored, searchable: false });
  });
});
