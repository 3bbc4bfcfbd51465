/** A commit as the runner reports it. */
export interface Commit {
  hash: string;
  /** Subject line, at most 100 characters. */
  message: string;
}
