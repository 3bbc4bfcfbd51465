/**
 * Kind of a log line. Tool output can never claim another kind, because the kind travels beside the text.
 *
 * - `tool`: written by the tool (stdout and stderr in order of arrival), colours kept.
 * - `system`: written by Switchyard (command line, commit, exit code).
 * - `section`: start of a phase; the text is `<phase>[ <detail>]` with a phase of `LOG_PHASES`.
 */
export const LogLineKind = { tool: 0, system: 1, section: 2 } as const;
export type LogLineKind = (typeof LogLineKind)[keyof typeof LogLineKind];
