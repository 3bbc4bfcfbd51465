/** Names that would load foreign code into every process, or belong to Switchyard. */
const NEVER = [/^SWITCHYARD_/, /^LD_(PRELOAD|AUDIT)$/, /^DYLD_INSERT_LIBRARIES$/, /^BASH_ENV$/, /^BASH_FUNC_/];

/**
 * Names that steer shells, loaders, interpreters or tools. Values that come from whoever starts a task must not set
 * them.
 */
const STEERING = [
  ...NEVER,
  /^(PATH|HOME|SHELL|USER|LOGNAME|TMPDIR|TERM|LANG|ENV|IFS|CDPATH|PS\d|SHELLOPTS|BASHOPTS|GLOBIGNORE|HISTFILE)$/,
  /^(EDITOR|VISUAL|PAGER|PROMPT_COMMAND|GCONV_PATH|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|DISPLAY)$/,
  /^(LC|LD|DYLD|BASH|GIT|SSH|SUDO|ANSIBLE|PYTHON|PERL5?|RUBY|NODE|NPM|JAVA|TF|TOFU|TERRAGRUNT|PULUMI|CURL|WGET)_/,
  /^(PYTHON|PERL5|RUBY|NODE|JAVA|JDK|GCONV|MALLOC|OPENSSL|SSL|GOPATH|GOFLAGS)/,
  /_(PROXY|proxy)$/,
];

/** Whether a variable group may set this environment variable. Its authors are trusted with all but a few names. */
export function isSettableVariable(name: string): boolean {
  return /^[^=\0\s]+$/.test(name) && !NEVER.some((pattern) => pattern.test(name));
}

/** Whether a task variable may become an environment variable of this name. */
export function isExportableVariable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !STEERING.some((pattern) => pattern.test(name));
}
