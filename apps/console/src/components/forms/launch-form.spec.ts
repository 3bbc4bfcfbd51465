import { describe, expect, it } from '@jest/globals';
import { storedLaunch, storedSecrets } from './launch-form.js';

describe(storedSecrets.name, () => {
  const row = { template_id: 3, secret_names: ['token'] };

  it.each([
    ['the names of the template that they were given for', row, 3, ['token']],
    ['none for another template', row, 4, []],
    ['none before a template is chosen', row, undefined, []],
    ['none for a new row', null, 3, []],
    ['none for a row that stores none', { template_id: 3 }, 3, []],
  ])('should return %s', (_, stored, templateId, names) => {
    expect(storedSecrets(stored, templateId)).toEqual(names);
  });
});

describe(storedLaunch.name, () => {
  it('should read what was sent as the choices of an earlier task', () => {
    const sent = {
      message: 'Nightly',
      environment: '{"region":"eu"}',
      git_branch: 'main',
      inventory_id: 4,
      arguments: '["--diff"]',
      params: { limit: ['web'] },
    };
    expect(storedLaunch(sent)).toEqual({ ...sent, environment: undefined, answers: { region: 'eu' } });
  });

  it.each([[null], [{}], [{ environment: 'no JSON', git_branch: null, inventory_id: null, arguments: null }]])(
    'should take the template’s own for what %j does not choose',
    (sent) => {
      expect(storedLaunch(sent)).toMatchObject({
        message: '',
        git_branch: null,
        inventory_id: null,
        arguments: null,
        params: {},
      });
    },
  );
});
