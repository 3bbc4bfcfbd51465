/** Rights of the forge token of an attempt on the repository: there is no token, it reads, or it writes. */
export const FORGE_TOKENS = ['none', 'read', 'write'] as const;
export type ForgeToken = (typeof FORGE_TOKENS)[number];

/** Name of the environment variable that holds it, as tools of GitHub and its providers expect it. */
export const FORGE_TOKEN_VARIABLE = 'GITHUB_TOKEN';

/** Permissions of a GitHub App that the token asks for, as far as the app has them. */
export const forgeTokenPermissions = (level: 'read' | 'write'): Record<string, 'read' | 'write'> => ({
  metadata: 'read',
  contents: level,
  pull_requests: level,
  issues: level,
});
