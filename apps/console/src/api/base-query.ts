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
import { endSession } from './session-end.js';
import { ownAddress } from '../lib/own-address.js';

const BASE = ownAddress('/api/');

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

/** Options of the read that finds out whether there is a session: it ends none. */
export const FINDS_SESSION = { findsSession: true };

/**
 * Whether a call that was answered 401 is worth sending again, because the user has signed in again meanwhile. 401 also answers
 * some calls that a signed-in user may not make, so the session is checked before it is declared over. Calls under `auth/` answer
 * 401 for wrong credentials and never end a session.
 */
async function hasSessionAgain(path: string, api: Parameters<typeof raw>[1], extra: object): Promise<boolean> {
  if (path.startsWith('auth/') || extra === FINDS_SESSION) {
    return false;
  }
  if (path === 'user') {
    // Readers go on with what they know until everything is read again.
    void endSession();
    return false;
  }
  const user = await raw('user', api, extra);
  return user.error?.status === 401 && (await endSession());
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
  const first = await confirmed(args, api, extra);
  const isAgain = first.error?.status === 401 && (await hasSessionAgain(pathOf(args), api, extra));
  const { data, error, meta } = isAgain ? await confirmed(args, api, extra) : first;
  if (error === undefined) {
    return { data, ...(meta && { meta }) };
  }
  // Those of problems are not among the first; without them the code is shown.
  await allTexts().catch(() => undefined);
  const failure = { ...error, statusText: meta?.response?.statusText };
  return { error: toApiError(failure, words()) };
};
