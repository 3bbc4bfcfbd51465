import type { ForgePage } from '@switchyard/contracts';
import { answeredJson, jsonRequest, type OutboundRequest } from '@switchyard/server';
import { z } from 'zod';
import { FORGE_APIS, type ForgeApi, isKnownForge, type KnownForge, type ForgeLogin } from './forge-api.js';

/** A comment at a pull request. */
export interface ForgeComment {
  /** Number of the pull request. */
  number: number;
  text: string;
  /** How the forge names the comment; null = it is not there yet. */
  comment: string | null;
}

/** A request, and how its answer names the comment. */
export interface CommentRequest {
  request: OutboundRequest;
  /** null = the answer names none. */
  commentOf: (answer: Buffer) => string | null;
}

interface Shape {
  /** Address of the comments of a pull request, below that of the repository. */
  list: (number: number) => string;
  /** Address of one of them. */
  one: (number: number, comment: string) => string;
  edit: 'PATCH' | 'PUT';
  body: (text: string, isNew: boolean) => object;
  /** Schema of the answer to a new comment, which holds its id. */
  named: z.ZodType<string>;
}

const Numbered = z.object({ id: z.int().min(1) }).transform(({ id }) => String(id));

/** @see https://docs.github.com/en/rest/issues/comments; a pull request is an issue there */
const github: Shape = {
  list: (number) => `issues/${number}/comments`,
  one: (_, comment) => `issues/comments/${comment}`,
  edit: 'PATCH',
  body: (text) => ({ body: text }),
  named: Numbered,
};

const SHAPES: Readonly<Record<KnownForge, Shape>> = {
  github,
  /** @see https://docs.gitea.com/api/next/#tag/issue/operation/issueCreateComment */
  gitea: github,
  /** @see https://docs.gitlab.com/api/notes/#merge-requests */
  gitlab: {
    list: (number) => `merge_requests/${number}/notes`,
    one: (number, comment) => `merge_requests/${number}/notes/${comment}`,
    edit: 'PUT',
    body: (text) => ({ body: text }),
    named: Numbered,
  },
  /** @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/ */
  bitbucket: {
    list: (number) => `pullrequests/${number}/comments`,
    one: (number, comment) => `pullrequests/${number}/comments/${comment}`,
    edit: 'PUT',
    body: (text) => ({ content: { raw: text } }),
    named: Numbered,
  },
  /** A comment belongs to a thread. @see https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-request-threads/create */
  azure: {
    list: (number) => `pullRequests/${number}/threads?api-version=7.1`,
    one: (number, comment) => {
      const [thread = '', own = ''] = comment.split('/');
      return `pullRequests/${number}/threads/${thread}/comments/${own}?api-version=7.1`;
    },
    edit: 'PATCH',
    body: (text, isNew) =>
      isNew
        ? { comments: [{ parentCommentId: 0, content: text, commentType: 'text' }], status: 'closed' }
        : { content: text },
    named: z
      .object({ id: z.int().min(1), comments: z.array(z.object({ id: z.int().min(1) })).min(1) })
      .transform(({ id, comments }) => `${id}/${comments[0]?.id}`),
  },
};

/** The request that writes a comment, or brings the one that is there up to date; null = the forge takes none. */
export function commentRequest(page: ForgePage, comment: ForgeComment, login: ForgeLogin): CommentRequest | null {
  if (!isKnownForge(page.forge)) {
    return null;
  }
  return requested(FORGE_APIS[page.forge](page, login), SHAPES[page.forge], comment);
}

/** A request that shows whether a comment is there, and how its answer says so. */
export interface CommentLook {
  request: OutboundRequest;
  isThere: (answer: Buffer) => boolean;
}

/** Some forges go on showing a comment that people have deleted, as such a one. */
const Deleted = z.union([z.object({ deleted: z.literal(true) }), z.object({ isDeleted: z.literal(true) })]);

/** The request that reads a comment; null = the forge takes none. */
export function commentLook(
  page: ForgePage,
  { number, comment }: { number: number; comment: string },
  login: ForgeLogin,
): CommentLook | null {
  if (!isKnownForge(page.forge)) {
    return null;
  }
  const { repository, headers } = FORGE_APIS[page.forge](page, login);
  const url = `${repository}/${SHAPES[page.forge].one(number, comment)}`;
  return {
    request: { url, method: 'GET', headers: { accept: 'application/json', ...headers } },
    isThere: (answer) => !Deleted.safeParse(answeredJson(answer)).success,
  };
}

function requested(api: ForgeApi, shape: Shape, { number, text, comment }: ForgeComment): CommentRequest {
  const path = comment === null ? shape.list(number) : shape.one(number, comment);
  const method = comment === null ? 'POST' : shape.edit;
  return {
    request: jsonRequest(method, `${api.repository}/${path}`, api.headers, shape.body(text, comment === null)),
    commentOf: (answer) => comment ?? shape.named.safeParse(answeredJson(answer)).data ?? null,
  };
}
