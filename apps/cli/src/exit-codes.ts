/**
 * Exit codes, which scripts may rely on. A task that is followed ends the command with the exit code of its tool when it
 * failed (1 when it has none), and with `interrupted` when it was stopped, canceled or rejected.
 */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Not signed in, or not allowed. */
  denied: 3,
  notFound: 4,
  /** The server refused the request for another reason. */
  refused: 5,
  /** The server cannot be reached, or has a fault. */
  unavailable: 6,
  interrupted: 130,
} as const;

/** A failure with a sentence for the person at the terminal. */
export class CommandError extends Error {
  /** @param code exit code */
  constructor(
    message: string,
    readonly code: number = EXIT.failed,
  ) {
    super(message);
  }
}
