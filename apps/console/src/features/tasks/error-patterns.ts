/** Lines in which Ansible reports that a host or the run failed; the server removes colours before it matches. */
export const ansibleErrors = '^(fatal|failed): \\[|^ERROR! |^\\[ERROR\\]';

/**
 * Lines in which a tool without a form of its own names an error, case aside. "Task ended: error", the last line of every failed task, is
 * none of them.
 */
export const otherErrors =
  '(?i)\\b(error\\b.|fatal\\b|failed\\b|failure\\b|exception|panic\\b|denied\\b|not found\\b|no such file)';

/** Headings of Ansible's own output. */
export const ansibleHeadings = /^(PLAY|TASK|RUNNING HANDLER|PLAY RECAP)\b.*\*{3,}\s*$/;
