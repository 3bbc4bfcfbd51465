/**
 * Environment that makes git independent of the machine and deaf to what a repository brings along: no configuration
 * of the system, no hooks, no file system monitor, no transport but the named ones, no questions at a terminal.
 * These settings win over a repository's own configuration.
 * @param trustFileSubmodules a repository that is itself a local one may have local submodules.
 */
export function gitSettings({ trustFileSubmodules }: { trustFileSubmodules: boolean }): Record<string, string> {
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
