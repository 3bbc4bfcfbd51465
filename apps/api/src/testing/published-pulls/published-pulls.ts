import { AZURE_PULL } from './azure-pull.js';
import { BITBUCKET_PULL } from './bitbucket-pull.js';
import { GITEA_PULL } from './gitea-pull.js';
import { GITLAB_PULL } from './gitlab-pull.js';

/** Deliveries of pull requests in the shapes that the forges publish, with values of our own; GitHub's are in `@octokit/webhooks-examples`. */
export const PUBLISHED_PULLS = {
  gitlab: GITLAB_PULL,
  gitea: GITEA_PULL,
  bitbucket: BITBUCKET_PULL,
  azure: AZURE_PULL,
};
