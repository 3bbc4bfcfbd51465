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
