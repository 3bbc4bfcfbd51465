/** A commit as the runner reports it. */
export interface Commit {
  hash: string;
  /** Subject line, at most 100 characters. */
  message: string;
  /** The branch that it is the head of; `null` = a tag or a commit that is named, or a directory that is used as it is. */
  branch: string | null;
}
