import { describe, expect, it } from '@jest/globals';
import { emptyProject, projectBody } from './project-values.js';

describe('projectBody', () => {
  it('should send a vault token that was typed, an empty one to remove it, and none to keep it', () => {
    expect(projectBody({ ...emptyProject, vault_token: 'typed' })).toMatchObject({ vault_token: 'typed' });
    expect(projectBody({ ...emptyProject, vault_token: 'typed', forget_vault_token: true })).toMatchObject({
      vault_token: '',
    });
    expect(projectBody(emptyProject)).not.toHaveProperty('vault_token');
  });
});

describe('the form of a project', () => {
  it('should send every other member as it is typed, and not whether the token is removed', () => {
    const {
      vault_token: _token,
      forget_vault_token: _forget,
      ...rest
    } = {
      ...emptyProject,
      name: 'Storefront',
      max_parallel_tasks: 3,
      vault_address: 'https://vault.example',
    };
    expect(projectBody({ ...rest, vault_token: '', forget_vault_token: false })).toEqual(rest);
    expect(projectBody({ ...rest, vault_token: 'typed', forget_vault_token: false })).not.toHaveProperty(
      'forget_vault_token',
    );
  });
});
