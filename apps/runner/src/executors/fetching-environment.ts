/** Variables that steer git and ssh, but for the certificates that git trusts. */
const GIT_OR_SSH = /^(GIT_(?!SSL_CA(INFO|PATH)$)|SSH_)/;

/**
 * The environment of a step that fetches something with the repository's credentials before the tool runs. How git and ssh
 * work there, and so who gets to the credentials, is for the runner alone; everything else is as the tool has it.
 * @param env environment of the tool
 * @param access the way to the credentials
 */
export function fetchingEnvironment(
  env: Readonly<Record<string, string>>,
  access: Readonly<Record<string, string>>,
): Record<string, string> {
  const others = Object.entries(env).filter(([name]) => !GIT_OR_SSH.test(name));
  return { ...access, ...Object.fromEntries(others) };
}
