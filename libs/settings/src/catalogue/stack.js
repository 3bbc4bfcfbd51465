import { integer, list, text } from '../types.js';

/** Settings of the supervisor behind `npm start` alone. */
export const stackOnlySettings = {
  SWITCHYARD_LOCAL_RUNNERS: {
    type: integer(0, 32),
    default: '1',
    flag: 'runners',
    value: 'COUNT',
    meaning: 'runners that npm start runs on this machine, 0 to 32; 0 when they live elsewhere',
  },
  SWITCHYARD_LOCAL_RUNNER_RUN_AS: {
    type: text(),
    defaultText: 'under root on Linux free ids from 700000 on, else off',
    value: 'USERS',
    meaning:
      'whom tasks of the local runners run as: user ids FIRST-LAST, one for each task at a time; an account for all; ' +
      'off: as the server itself, whose secrets every task can read then',
  },
  SWITCHYARD_LOCAL_RUNNER_WORK_DIR: {
    type: text(),
    default: '/var/lib/switchyard-tasks',
    value: 'DIRECTORY',
    meaning: 'where such tasks work; every user must be able to pass to it',
  },
  SWITCHYARD_LOCAL_REPOSITORY_ROOTS: {
    type: list(),
    defaultText: 'any that the user of a task may read',
    value: 'LIST',
    meaning: 'directories that repositories given as paths must lie in',
  },
  SWITCHYARD_STOP_GRACE_MS: {
    type: integer(0, 86_400_000),
    default: '330000',
    value: 'MILLISECONDS',
    meaning:
      'time the runners of npm start get to end: they ask the tools of their tasks to stop at once; an apply needs 300 ' +
      'seconds, or what its template gives it',
  },
};
