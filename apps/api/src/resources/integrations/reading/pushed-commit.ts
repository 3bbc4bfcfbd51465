import type { PushedCommit } from '@switchyard/engine';
import { firstText, memberAt } from './document-members.js';

/** Most characters that a task keeps; those of the message are as many as a runner may report. */
const MOST = { message: 400, author: 200, url: 2_000 } as const;

/**
 * The newest commit of a push as the document shows it, its message whole; `undefined` = it shows none.
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#push (`head_commit`, as Gitea and Forgejo have it)
 * @see https://docs.gitlab.com/user/project/integrations/webhook_events/#push-events (`commits`, as Gogs has it)
 * @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Push (`target` of the change)
 * @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.push (`resource.commits`)
 */
function newestCommit(document: unknown): unknown {
  const commits = memberAt(document, 'commits');
  const after = memberAt(document, 'after');
  return [
    memberAt(document, 'head_commit'),
    Array.isArray(commits) && typeof after === 'string'
      ? commits.find((commit) => memberAt(commit, 'id') === after)
      : undefined,
    memberAt(document, 'push', 'changes', 0, 'new', 'target'),
    memberAt(document, 'resource', 'commits', 0),
  ].find((commit) => typeof commit === 'object' && commit !== null);
}

/** Message of the newest commit of a push; `''` = the document names none. */
export const pushedMessage = (document: unknown): string => messageOf(newestCommit(document));

/** Newest commit of a push as a task shows it; `null` = the document names no commit. */
export const pushedCommit = (document: unknown): PushedCommit | null =>
  shownCommit(newestCommit(document), firstText(memberAt(document, 'resource', 'repository', 'remoteUrl')));

/**
 * Commit as a task shows it; `null` = it has no hash.
 * @param azure page of its repository at Azure DevOps, which names the address of its API with a commit
 */
export function shownCommit(commit: unknown, azure?: string): PushedCommit | null {
  const hash = firstText(memberAt(commit, 'id'), memberAt(commit, 'hash'), memberAt(commit, 'commitId'));
  const page = azure === undefined ? undefined : `${azure}/commit/${encodeURIComponent(hash ?? '')}`;
  return hash === undefined
    ? null
    : {
        hash,
        message: messageOf(commit).trimEnd().slice(0, MOST.message),
        author: authorOf(commit).slice(0, MOST.author),
        url: webAddress(page ?? firstText(memberAt(commit, 'links', 'html', 'href'), memberAt(commit, 'url'))),
      };
}

const messageOf = (commit: unknown): string =>
  firstText(memberAt(commit, 'message'), memberAt(commit, 'comment')) ?? '';

const authorOf = (commit: unknown): string =>
  firstText(
    memberAt(commit, 'author', 'name'),
    memberAt(commit, 'author', 'user', 'display_name'),
    firstText(memberAt(commit, 'author', 'raw'))?.replace(/ *<[^<>]*>$/, ''),
  ) ?? '';

/** An address that people may follow; `null` for any other. */
export function webAddress(text: string | undefined): string | null {
  const url = text === undefined || text.length > MOST.url ? null : URL.parse(text);
  const isWeb =
    url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  return isWeb && url.href.length <= MOST.url ? url.href : null;
}
