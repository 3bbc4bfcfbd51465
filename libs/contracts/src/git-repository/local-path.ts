/** Whether the URL of a repository is a directory of the runner, used in place. */
export const isLocalPath = (url: string): boolean => url.startsWith('/');
