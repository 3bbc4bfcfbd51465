/** Encryption context of a task's secret survey values: bound to the project, because the task's id is not known before its insert. */
export const taskSecretContext = (projectId: number): string => `task_secret:${projectId}`;
