export const INVENTORY_TYPES = ['static', 'static-yaml', 'file', 'terraform-workspace', 'tofu-workspace'] as const;

export const WORKSPACE_TYPES = ['terraform-workspace', 'tofu-workspace'] as const;
export type WorkspaceType = (typeof WORKSPACE_TYPES)[number];

/** Whether an inventory of the type is a workspace, whose `inventory` is its name. */
export const isWorkspaceType = (type: (typeof INVENTORY_TYPES)[number]): type is WorkspaceType =>
  WORKSPACE_TYPES.some((each) => each === type);
