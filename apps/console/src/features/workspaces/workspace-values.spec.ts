import { describe, expect, it } from '@jest/globals';
import { workspaceBody, workspaceIssues, workspaceValues } from './workspace-values.js';

const keyless = {
  ...workspaceValues(null, { type: 'tofu-workspace', templateId: 1 }),
  name: 'Stage',
  inventory: 'stage',
};

describe('workspaceIssues', () => {
  it('should require a key, but of a stored workspace that has none', () => {
    expect(workspaceIssues(keyless, 'Key is required')).toEqual([{ path: ['ssh_key_id'], message: 'Key is required' }]);
    expect(workspaceIssues(keyless, null)).toEqual([]);
  });
});

describe('workspaceBody', () => {
  it('should send a cleared template, which an absent one would leave', () => {
    expect(workspaceBody({ ...keyless, template_id: undefined })).toMatchObject({ template_id: null });
  });
});
