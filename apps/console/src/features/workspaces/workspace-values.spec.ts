import { describe, expect, it } from '@jest/globals';
import { type Inventory, InventoryInput } from '@switchyard/contracts';
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

describe(workspaceValues.name, () => {
  it('should begin with the key of what is public, and keep that of a stored one', () => {
    expect(workspaceValues(null, undefined, 7).ssh_key_id).toBe(7);
    expect(workspaceValues(null, undefined).ssh_key_id).toBeNull();
    expect(workspaceValues({ ...stored, ssh_key_id: null }, undefined, 7).ssh_key_id).toBeNull();
  });

  const stored = {
    id: 4,
    name: 'Production',
    type: 'tofu-workspace',
    inventory: 'prod',
    ssh_key_id: 2,
    template_id: 9,
    runner_tag: null,
  } as Inventory;

  it('should hold what is stored, whatever template it was opened from', () => {
    expect(workspaceValues(stored, { type: 'terraform-workspace', templateId: 1 })).toEqual({
      name: 'Production',
      type: 'tofu-workspace',
      inventory: 'prod',
      ssh_key_id: 2,
      template_id: 9,
      runner_tag: '',
    });
  });

  it('should begin a new one with the type and template that it is made for, else with Terraform and none', () => {
    expect(workspaceValues(null, { type: 'tofu-workspace', templateId: 1 })).toMatchObject({
      type: 'tofu-workspace',
      template_id: 1,
    });
    expect(workspaceValues(null, undefined)).toMatchObject({ type: 'terraform-workspace', template_id: null });
  });

  it('should be sent as it is stored when nothing is changed', () => {
    expect(InventoryInput.parse(workspaceBody(workspaceValues(stored, undefined)))).toMatchObject({
      name: 'Production',
      type: 'tofu-workspace',
      inventory: 'prod',
      ssh_key_id: 2,
      template_id: 9,
    });
  });
});
