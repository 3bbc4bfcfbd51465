/** How long a web server may send nothing, in seconds. One that works sends a sign of life every five. */
const QUIET_SECONDS = 60;

interface GitSettings {
  trustFileSubmodules: boolean;
  quietSeconds?: number | undefined;
  further?: readonly [string, string][];
}

/**
 * Environment that makes git independent of the machine and deaf to what a repository brings along: no configuration
 * of the system, no hooks, no file system monitor, no transport but the named ones, no questions at a terminal.
 * These settings win over a repository's own configuration.
 * A web server that sends nothing for long is given up, for which git has no limit of its own.
 * @param trustFileSubmodules a repository that is itself a local one may have local submodules.
 * @param further come last, so they win.
 */
export function gitSettings({
  trustFileSubmodules,
  quietSeconds = QUIET_SECONDS,
  further = [],
}: GitSettings): Record<string, string> {
  const settings: [string, string][] = [
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['protocol.allow', 'never'],
    ['protocol.ext.allow', 'never'],
    ['protocol.http.allow', 'always'],
    ['protocol.https.allow', 'always'],
    ['protocol.ssh.allow', 'always'],
    ['protocol.git.allow', 'always'],
    ['protocol.file.allow', trustFileSubmodules ? 'always' : 'user'],
    ['credential.helper', ''],
    ['gc.autoDetach', 'false'],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', String(quietSeconds)],
    ...further,
  ];
  return {
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
