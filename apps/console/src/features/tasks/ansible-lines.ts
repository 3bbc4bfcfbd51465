/** Lines in which Ansible reports that a host or the run failed; the server removes colours before it matches. */
export const ansibleErrors = '^(fatal|failed): \\[|^ERROR! |^\\[ERROR\\]';

/** Headings of Ansible's own output. */
export const ansibleHeadings = /^(PLAY|TASK|RUNNING HANDLER|PLAY RECAP)\b.*\*{3,}\s*$/;
