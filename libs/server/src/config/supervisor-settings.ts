/** Settings that the supervisor of a whole installation reads from the settings file; every process knows the names. */
export const SUPERVISOR_SETTINGS = [
  'SWITCHYARD_LOCAL_RUNNERS',
  'SWITCHYARD_LOCAL_RUNNER_RUN_AS',
  'SWITCHYARD_LOCAL_RUNNER_WORK_DIR',
  'SWITCHYARD_LOCAL_REPOSITORY_ROOTS',
  'SWITCHYARD_STOP_GRACE_MS',
] as const;
