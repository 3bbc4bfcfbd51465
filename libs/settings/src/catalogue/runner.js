import { isAbsolute } from 'node:path';
import { certificateFile, integer, list, number, onOff, text, url } from '../types.js';

const directories = list((dir) => isAbsolute(dir), 'must be absolute paths');
const megabytes = integer(0, 100_000_000);

/** Settings of a runner beside the registration token, which it shares with the api. */
export const runnerOnlySettings = {
  SWITCHYARD_RUNNER_CONFIG: {
    type: text(),
    flag: 'config',
    value: 'FILE',
    meaning: 'YAML or JSON file that holds settings under their environment names',
  },
  SWITCHYARD_RUNNER_URL: {
    type: url('http:', 'https:'),
    required: true,
    flag: 'url',
    value: 'URL',
    meaning: 'address of the control plane, with a path when it does not live at the root',
  },
  SWITCHYARD_RUNNER_TOKEN: { type: text(), secret: true, value: 'TEXT', meaning: 'identity of the runner' },
  SWITCHYARD_RUNNER_TOKEN_FILE: {
    type: text(),
    defaultText: 'token in the work directory',
    flag: 'token-file',
    value: 'FILE',
    meaning: 'holds the token; register writes it',
  },
  SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: {
    type: text(),
    defaultText: 'key.pem in the work directory',
    flag: 'private-key-file',
    value: 'FILE',
    meaning: 'PKCS#8 PEM of the X25519 private key; register writes it',
  },
  SWITCHYARD_RUNNER_SERVER_KEY_FILE: {
    type: text(),
    defaultText: 'server-key in the work directory',
    value: 'FILE',
    meaning: 'public key of the control plane that this runner trusts; written at the first contact',
  },
  SWITCHYARD_RUNNER_NAME: {
    type: text({ most: 255 }),
    defaultText: 'name of the machine',
    flag: 'name',
    value: 'NAME',
    meaning: 'name in the console and in logs, for register',
  },
  SWITCHYARD_RUNNER_TAGS: {
    type: list(),
    default: '',
    flag: 'tags',
    value: 'A,B',
    meaning: 'tags that templates choose runners by, for register',
  },
  SWITCHYARD_RUNNER_WORK_DIR: {
    type: text(),
    defaultText: '~/.switchyard-runner',
    flag: 'work-dir',
    value: 'DIR',
    meaning: 'directory for everything that the runner writes',
  },
  SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS: {
    type: integer(0, 1000),
    default: '0',
    flag: 'max-parallel-tasks',
    value: 'N',
    meaning:
      'most tasks at once; 0 = as many as the control plane gives; npm start gives its runners as many as the machine has cores, at least 4',
  },
  SWITCHYARD_RUNNER_STOP_GRACE: {
    type: number(0, 86_400),
    default: '600',
    flag: 'stop-grace',
    value: 'SECONDS',
    meaning:
      'time running tasks get at the end, that of their tools to stop included; applies need 300 or what templates give them',
  },
  SWITCHYARD_RUNNER_DRAIN: {
    type: onOff,
    default: 'true',
    meaning: 'let tasks run on at the end as long as that time allows; false: ask their tools to stop at once',
  },
  SWITCHYARD_RUNNER_ONE_OFF: {
    type: onOff,
    default: 'false',
    flag: 'one-off',
    meaning: 'take one task, report it and end',
  },
  SWITCHYARD_RUNNER_RUN_AS: {
    type: text({
      pattern: /^(\d+-\d+|[A-Za-z_][\w.-]*\$?)$/,
      message: 'must be the name of an account, or a range of user ids as 700000-700063',
    }),
    flag: 'run-as',
    value: 'USER|FIRST-LAST',
    meaning: 'account of tasks, or user ids one of which each gets',
  },
  SWITCHYARD_RUNNER_LOCAL_REPOSITORY_ROOTS: {
    type: directories,
    default: '',
    defaultText: 'anywhere',
    flag: 'local-repository-roots',
    value: 'A,B',
    meaning: 'directories where local repositories may lie',
  },
  SWITCHYARD_RUNNER_HIDDEN_DIRS: {
    type: directories,
    default: '',
    flag: 'hidden-dirs',
    value: 'A,B',
    meaning: 'directories of the machine that tasks must not see',
  },
  SWITCHYARD_RUNNER_TASK_ENVIRONMENT: {
    type: list((name) => /^[A-Za-z_]\w*$/.test(name), 'must be names of environment variables'),
    default: '',
    flag: 'task-environment',
    value: 'A,B',
    meaning: 'variables of its own environment that the runner gives to the tools of all its tasks',
  },
  SWITCHYARD_RUNNER_CONTAINER_ENGINE: {
    type: text({ pattern: /^[\w./+-]+$/, message: 'must be off, the name of a program, or its path' }),
    defaultText: 'podman, docker or nerdctl, where one is installed',
    flag: 'container-engine',
    value: 'NAME|off',
    meaning: 'program that runs tasks with a container image; off: none, and such tasks go to other runners',
  },
  SWITCHYARD_RUNNER_CONTAINER_IMAGES: {
    type: list((prefix) => /^[a-z0-9][\w.:/@-]*$/.test(prefix), 'must be beginnings of images'),
    default: '',
    defaultText: 'all',
    flag: 'container-images',
    value: 'A,B',
    meaning: 'beginnings of the images that tasks may use, as registry.example/team; each ends at a /, : or @',
  },
  SWITCHYARD_RUNNER_CONTAINERS_ONLY: {
    type: onOff,
    default: 'false',
    flag: 'containers-only',
    meaning: 'take tasks with a container image alone',
  },
  SWITCHYARD_RUNNER_CONTAINER_NETWORK: {
    type: text({ pattern: /^\w[\w.:-]*$/, message: 'must be a network of the engine, as none or host' }),
    defaultText: 'that of the engine',
    value: 'NETWORK',
    meaning: 'network of containers',
  },
  SWITCHYARD_RUNNER_CONTAINER_MEMORY: {
    type: text({ pattern: /^\d+[bkmg]?$/, message: 'must be a size as 512m or 2g' }),
    defaultText: 'no limit',
    value: 'SIZE',
    meaning: 'memory of a container',
  },
  SWITCHYARD_RUNNER_CONTAINER_CPUS: {
    type: text({ pattern: /^\d+(\.\d+)?$/, message: 'must be a number as 1.5' }),
    defaultText: 'no limit',
    value: 'NUMBER',
    meaning: 'processors of a container',
  },
  SWITCHYARD_RUNNER_CONTAINER_PROCESSES: {
    type: integer(1, 4_194_304),
    defaultText: 'that of the engine',
    value: 'N',
    meaning: 'most processes of a container',
  },
  SWITCHYARD_RUNNER_CA_FILE: {
    type: certificateFile,
    flag: 'ca-file',
    value: 'FILE',
    meaning:
      'PEM of your own certificate authorities, which the runner trusts beside the well-known ones: for the server, and for repositories that name none',
  },
  SWITCHYARD_RUNNER_CACHE_LIMIT: {
    type: megabytes,
    default: '20000',
    flag: 'cache-limit',
    value: 'MB',
    meaning: 'what mirrors and downloads may take; beyond it those of projects that ran longest ago go; 0 = no limit',
  },
  SWITCHYARD_RUNNER_MIN_FREE: {
    type: megabytes,
    default: '500',
    flag: 'min-free',
    value: 'MB',
    meaning: 'free space on the disk below which the runner takes no tasks',
  },
  SWITCHYARD_RUNNER_METRICS_PORT: {
    type: integer(1, 65_535),
    defaultText: 'no metrics',
    value: 'PORT',
    needs: ['SWITCHYARD_RUNNER_METRICS_TOKEN'],
    meaning: 'answers GET /metrics for Prometheus there',
  },
  SWITCHYARD_RUNNER_METRICS_TOKEN: {
    type: text(),
    secret: true,
    value: 'TEXT',
    meaning: 'bearer token that Prometheus sends to a runner',
  },
};
