/** Longest validity of a link to a log. */
export const MAX_LOG_LINK_HOURS = 30 * 24;
/** Live links that one task may have. */
export const MAX_LOG_LINKS = 20;

/** Header in which a reader of a link sends its token: paths of requests are written to the logs of proxies. */
export const LOG_LINK_HEADER = 'x-log-link';
/** Prefix of a link's token, so that it is recognised wherever it is found. */
export const LOG_LINK_PREFIX = 'sylog_';
