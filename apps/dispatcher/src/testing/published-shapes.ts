import { z } from 'zod';

/** Forges that take statuses of commits. */
export type StatusForge = 'github' | 'gitlab' | 'gitea' | 'bitbucket' | 'azure';

interface Shape {
  headers: z.ZodType;
  body: z.ZodType;
}

const JSON_TYPE = { 'content-type': z.literal('application/json'), accept: z.string() };
const Text = z.string().min(1).max(255);

/** The same for both: Gitea has the API of GitHub here. */
const context = { context: Text, description: z.string().max(140).optional(), target_url: z.url().optional() };

/**
 * What forges publish of the requests that set a status, as specs check it; a member that is not named there is refused.
 * @see https://github.com/github/rest-api-description (repos/create-commit-status)
 * @see https://docs.gitlab.com/api/commits/#set-commit-pipeline-status
 * @see https://docs.gitea.com/api/next/ (swagger, CreateStatusOption)
 * @see https://developer.atlassian.com/cloud/bitbucket/swagger.v3.json (commitstatus)
 * @see https://learn.microsoft.com/en-us/rest/api/azure/devops/git/statuses/create (GitStatus)
 */
export const PUBLISHED: Readonly<Record<StatusForge, Shape>> = {
  github: {
    headers: z.strictObject({
      ...JSON_TYPE,
      accept: z.literal('application/vnd.github+json'),
      authorization: z.string().regex(/^Bearer \S+$/),
      'x-github-api-version': z.literal('2022-11-28'),
    }),
    body: z.strictObject({ state: z.enum(['error', 'failure', 'pending', 'success']), ...context }),
  },
  gitlab: {
    headers: z.strictObject({ ...JSON_TYPE, 'private-token': z.string().min(1) }),
    body: z.strictObject({
      state: z.enum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped']),
      name: Text,
      description: z.string().max(255).optional(),
      target_url: z.url().max(255).optional(),
    }),
  },
  gitea: {
    headers: z.strictObject({ ...JSON_TYPE, authorization: z.string().regex(/^token \S+$/) }),
    body: z.strictObject({ state: z.enum(['pending', 'success', 'error', 'failure', 'warning']), ...context }),
  },
  bitbucket: {
    headers: z.strictObject({ ...JSON_TYPE, authorization: z.string().regex(/^(Bearer|Basic) \S+$/) }),
    body: z.strictObject({
      key: z.string().min(1).max(40),
      state: z.enum(['FAILED', 'INPROGRESS', 'STOPPED', 'SUCCESSFUL']),
      url: z.url(),
      name: z.string().max(255).optional(),
      description: z.string().max(255).optional(),
    }),
  },
  azure: {
    headers: z.strictObject({ ...JSON_TYPE, authorization: z.string().regex(/^Basic \S+$/) }),
    body: z.strictObject({
      state: z.enum(['notSet', 'pending', 'succeeded', 'failed', 'error', 'notApplicable']),
      description: z.string().optional(),
      targetUrl: z.url().optional(),
      context: z.strictObject({ name: z.string().min(1), genre: z.string().optional() }),
    }),
  },
};
