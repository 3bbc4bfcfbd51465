/** First word of the command line of a process that serves one attempt; no command for people. */
export const HOST_WORD = 'attempt-host';
