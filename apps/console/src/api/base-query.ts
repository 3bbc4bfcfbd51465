import {
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import i18next from 'i18next';
import { needsConfirmation, toApiError, type ApiError, type ErrorWords } from './api-error.js';
import { askForConfirmation } from './confirmation.js';
import { takeEarly } from './early-answers.js';
import { allTexts } from '../lib/all-texts.js';
import { issueWords, problemWords } from '../lib/problem-words.js';
import { announceSessionEnd } from './session-end.js';

const BASE = '/api/';

/** The answer to a read may have been requested before this code was there. */
const fetchOnce = (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const path = `${pathname}${search}`.slice(BASE.length);
  return (request.method === 'GET' ? takeEarly(path) : undefined) ?? fetch(request);
};

const raw = fetchBaseQuery({
  baseUrl: BASE,
  credentials: 'same-origin',
  fetchFn: (input) => fetchOnce(input as Request),
});

function words(): ErrorWords {
  return {
    offline: i18next.t('errors.offline'),
    unreadable: i18next.t('errors.unreadable'),
    forbidden: i18next.t('errors.forbidden'),
    notFound: i18next.t('errors.notFound'),
    conflict: i18next.t('errors.conflict'),
    server: i18next.t('errors.server'),
    problem: (body) =>
      body.code === 'invalid_request' && body.issues.length ? issueWords(body.issues) : problemWords(body),
    failed: (status) => i18next.t('errors.failed', { status }),
  };
}

const pathOf = (args: string | FetchArgs): string => (typeof args === 'string' ? args : args.url);

/**
 * 401 also answers some calls that a signed-in user may not make, so the session is checked before it is declared over.
 * Calls under `auth/` answer 401 for wrong credentials and never end a session.
 */
async function endSessionWhenOver(path: string, api: Parameters<typeof raw>[1], extra: object): Promise<void> {
  if (path.startsWith('auth/')) {
    return;
  }
  const user = path === 'user' ? null : await raw('user', api, extra);
  if (user === null || user.error?.status === 401) {
    announceSessionEnd();
  }
}

/** As `raw`; a request that needs a confirmed identity opens the confirmation and is repeated. */
const confirmed: typeof raw = async (args, api, extra) => {
  const answer = await raw(args, api, extra);
  const { error } = answer;
  return error !== undefined && needsConfirmation(error) && (await askForConfirmation())
    ? raw(args, api, extra)
    : answer;
};

/** Every call of the console: same origin, session cookie, failures as {@link ApiError}. */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, object, FetchBaseQueryMeta> = async (
  args,
  api,
  extra,
) => {
  const { data, error, meta } = await confirmed(args, api, extra);
  if (error === undefined) {
    return { data, ...(meta && { meta }) };
  }
  if (error.status === 401) {
    await endSessionWhenOver(pathOf(args), api, extra);
  }
  // Those of problems are not among the first; without them the code is shown.
  await allTexts().catch(() => undefined);
  const failure = { ...error, statusText: meta?.response?.statusText };
  return { error: toApiError(failure, words()) };
};
