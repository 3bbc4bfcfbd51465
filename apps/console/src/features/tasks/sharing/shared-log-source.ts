import { getJson } from '../../../api/get-json.js';
import { linkHeaders, SHARED_LOG } from '../../../api/shared-log-api.js';
import type { LogSource } from '../../../components/log-viewer/index.js';
import { logReads } from '../log-reads.js';

/** The log that a link leads to, as it is when it is read: nothing is followed. */
export const sharedLogSource = (token: string): LogSource => ({
  ...logReads((path, signal) => getJson(`${SHARED_LOG}/${path}`, signal, linkHeaders(token))),
  subscribe: () => () => undefined,
});
