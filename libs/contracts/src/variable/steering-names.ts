/** Environment variables that change what the runner starts, rather than what a tool does, and why. */
const STEERING: readonly { names: RegExp; why: string }[] = [
  { names: /^SWITCHYARD_/, why: 'marks the processes of an attempt and holds the facts of its task' },
  { names: /^PATH$/, why: 'decides which file a tool is (execvp(3))' },
  { names: /^(LD_|DYLD_)/, why: 'makes the loader bring foreign code into every program (ld.so(8), dyld(1))' },
  { names: /^(GCONV_PATH|GLIBC_TUNABLES|LOCPATH)$/, why: 'is read by the C library before main (ld.so(8), iconv(1))' },
  { names: /^BASH_(ENV$|FUNC_)/, why: 'makes bash execute a file or define functions first (bash(1))' },
  { names: /^(SHELLOPTS|BASHOPTS|IFS)$/, why: 'sets the options and the parser of every shell (bash(1), sh(1))' },
  { names: /^NODE_(OPTIONS|PATH)$/, why: 'loads modules into every Node program (node(1))' },
  {
    names: /^PYTHON(?!(UNBUFFERED|IOENCODING|UTF8|DONTWRITEBYTECODE|HASHSEED|FAULTHANDLER|NOUSERSITE)$)/,
    why: 'loads modules into every Python program, Ansible among them (python(1))',
  },
];

/**
 * Whether an environment variable changes how the runner starts its tools. Variables that only configure a tool
 * (`TAR_OPTIONS`, `KUBECONFIG`, `GIT_SSH_COMMAND`) are not among them: they are for the managers of a project, who choose what is run.
 */
export function steersRunner(name: string): boolean {
  return STEERING.some(({ names }) => names.test(name));
}
