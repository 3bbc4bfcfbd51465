import { commandedTask, type ForgeAccount } from '@switchyard/contracts';
import { firstText, memberAt } from './document-members.js';
import { forgeAccount } from './forge-account.js';
import { pathOf } from './pull-delivery.js';
import { webAddress } from './pushed-commit.js';

const MAX_ID = 64;

/** A delivery about a comment at a pull request. */
export interface CommentDelivery {
  /** Number of the pull request. */
  number: number;
  /** Path of its repository at the forge, in lower case; `null` = the sender names none. */
  repository: string | null;
  /** How the forge names the comment. */
  id: string;
  url: string | null;
  author: ForgeAccount | null;
  /** The task whose plan it is to apply; `null` = it is no command, or was edited or deleted. */
  task: number | null;
  /** Last commit of the pull request; `null` = the sender does not say. */
  commit: string | null;
}

interface Found {
  number: unknown;
  repository: unknown;
  id: unknown;
  url: unknown;
  author: unknown;
  text: unknown;
  commit: unknown;
  /** It was written now, and by a person. */
  isNew: boolean;
}

type Read = (document: unknown, event: string) => Found | null;

/**
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#issue_comment (a pull request is an issue with `pull_request`)
 * @see https://docs.gitea.com/usage/webhooks, code.gitea.io/gitea/modules/structs (IssueCommentPayload, with `is_pull`)
 */
const ofGithub: Read = (document) => {
  const [issue, comment] = [memberAt(document, 'issue'), memberAt(document, 'comment')];
  const isPull = memberAt(document, 'is_pull') === true || isObject(memberAt(issue, 'pull_request'));
  return isPull && isObject(comment)
    ? {
        number: memberAt(issue, 'number'),
        repository: memberAt(document, 'repository', 'full_name'),
        id: memberAt(comment, 'id'),
        url: memberAt(comment, 'html_url'),
        author: memberAt(comment, 'user'),
        text: memberAt(comment, 'body'),
        commit: memberAt(document, 'pull_request', 'head', 'sha'),
        isNew: memberAt(document, 'action') === 'created' && memberAt(comment, 'user', 'type') !== 'Bot',
      }
    : null;
};

/** @see https://docs.gitlab.com/user/project/integrations/webhook_events/#comment-on-a-merge-request (older ones name no action) */
const ofGitlab: Read = (document) => {
  const [note, request] = [memberAt(document, 'object_attributes'), memberAt(document, 'merge_request')];
  const [author, user] = [memberAt(note, 'author_id'), memberAt(document, 'user')];
  const action =
    memberAt(note, 'action') ?? (memberAt(note, 'created_at') === memberAt(note, 'updated_at') && 'create');
  return memberAt(document, 'object_kind') === 'note' && isObject(request)
    ? {
        number: memberAt(request, 'iid'),
        repository: memberAt(document, 'project', 'path_with_namespace'),
        id: memberAt(note, 'id'),
        url: memberAt(note, 'url'),
        author: memberAt(user, 'id') === author ? user : { id: author },
        text: memberAt(note, 'note'),
        commit: memberAt(request, 'last_commit', 'id'),
        isNew: action === 'create' && memberAt(note, 'system') !== true,
      }
    : null;
};

/** @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Comment-created */
const ofBitbucket: Read = (document, event) => {
  const [pull, comment] = [memberAt(document, 'pullrequest'), memberAt(document, 'comment')];
  return isObject(pull) && isObject(comment)
    ? {
        number: memberAt(pull, 'id'),
        repository: memberAt(document, 'repository', 'full_name'),
        id: memberAt(comment, 'id'),
        url: memberAt(comment, 'links', 'html', 'href'),
        author: memberAt(comment, 'user'),
        text: memberAt(comment, 'content', 'raw'),
        commit: memberAt(pull, 'source', 'commit', 'hash'),
        isNew: event === 'pullrequest:comment_created' && memberAt(comment, 'deleted') !== true,
      }
    : null;
};

/** @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/events#ms.vss-code.git-pullrequest-comment-event */
const ofAzure: Read = (document, event) => {
  const [pull, comment] = [memberAt(document, 'resource', 'pullRequest'), memberAt(document, 'resource', 'comment')];
  const page = memberAt(pull, 'repository', 'remoteUrl');
  const [published, edited] = [
    memberAt(comment, 'publishedDate'),
    memberAt(comment, 'lastContentUpdatedDate') ?? memberAt(comment, 'lastUpdatedDate'),
  ];
  return isObject(pull) && isObject(comment)
    ? {
        number: memberAt(pull, 'pullRequestId'),
        repository: pathOf(page),
        id: inThread(comment),
        url: `${String(page)}/pullrequest/${String(memberAt(pull, 'pullRequestId'))}`,
        author: memberAt(comment, 'author'),
        text: memberAt(comment, 'content'),
        commit: memberAt(pull, 'lastMergeSourceCommit', 'commitId'),
        isNew:
          event === 'ms.vss-code.git-pullrequest-comment-event' &&
          memberAt(comment, 'commentType') === 'text' &&
          memberAt(comment, 'isDeleted') !== true &&
          published === (edited ?? published),
      }
    : null;
};

/** The id of a comment at Azure DevOps counts within its thread. */
function inThread(comment: unknown): string {
  const thread = /\/threads\/(\d+)\//.exec(String(memberAt(comment, '_links', 'self', 'href')))?.[1];
  return `${thread === undefined ? '' : `${thread}/`}${String(memberAt(comment, 'id'))}`;
}

/** The comment at a pull request that a delivery is about; `null` = about none that can be read. */
export function commentDelivery(document: unknown, event: string): CommentDelivery | null {
  for (const read of [ofGithub, ofGitlab, ofBitbucket, ofAzure]) {
    const found = read(document, event);
    if (found) {
      return bounded(found);
    }
  }
  return null;
}

function bounded({ number, repository, id, url, author, text, commit, isNew }: Found): CommentDelivery | null {
  const named = typeof id === 'number' || typeof id === 'string' ? String(id) : '';
  const isWhole = Number.isInteger(number) && Number(number) >= 1 && Number(number) <= 2_147_483_647;
  return isWhole && named !== '' && named.length <= MAX_ID
    ? {
        number: Number(number),
        repository: typeof repository === 'string' ? repository.toLowerCase().slice(0, 500) : null,
        id: named,
        url: webAddress(firstText(url)),
        author: forgeAccount(author),
        task: isNew && typeof text === 'string' ? commandedTask(text) : null,
        commit: typeof commit === 'string' && /^[0-9a-f]{7,64}$/.test(commit) ? commit : null,
      }
    : null;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
