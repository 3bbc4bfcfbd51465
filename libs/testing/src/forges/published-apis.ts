import { AZURE_API } from './azure-api.js';
import { BITBUCKET_API } from './bitbucket-api.js';
import { GITEA_API } from './gitea-api.js';
import { GITHUB_API } from './github-api.js';
import { GITLAB_API } from './gitlab-api.js';

/** Published documents of the calls that are made to each forge. */
export const PUBLISHED_APIS = {
  github: GITHUB_API,
  gitea: GITEA_API,
  gitlab: GITLAB_API,
  bitbucket: BITBUCKET_API,
  azure: AZURE_API,
} as const;
