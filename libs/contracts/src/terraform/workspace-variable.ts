/** Variable that a configuration may declare to get the name of the workspace, which the HTTP backend does not know. */
export const WORKSPACE_VARIABLE = 'switchyard_workspace';
