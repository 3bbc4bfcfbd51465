import { VERSION } from './version.js';

/** Text of `--help`. */
export const HELP = `switchyard-runner ${VERSION}: executes the tasks of a Switchyard control plane

  switchyard-runner [start]        work until SIGINT or SIGTERM; a second signal ends running tasks at once
  switchyard-runner start --one-off
                                   take one task, report it and end
  switchyard-runner register       get an identity with a registration token; --force replaces the one that is there
  switchyard-runner unregister     give the identity up
  switchyard-runner check          look whether this machine can work, and say what to do if not
  switchyard-runner --version
  switchyard-runner --help

Settings. A flag wins over the environment variable, the variable over the same key in the file (YAML or JSON).

  --config FILE                  SWITCHYARD_RUNNER_CONFIG
  --url URL                      SWITCHYARD_RUNNER_URL                 address of the control plane
                                 SWITCHYARD_RUNNER_TOKEN               identity; secrets are never flags
  --token-file FILE              SWITCHYARD_RUNNER_TOKEN_FILE          default: token in the work directory
  --private-key-file FILE        SWITCHYARD_RUNNER_PRIVATE_KEY_FILE    default: key.pem in the work directory
                                 SWITCHYARD_RUNNER_REGISTRATION_TOKEN  start registers with it when there is no token
  --registration-token-file FILE SWITCHYARD_RUNNER_REGISTRATION_TOKEN_FILE
  --name NAME                    SWITCHYARD_RUNNER_NAME                default: name of the machine
  --tags A,B                     SWITCHYARD_RUNNER_TAGS                for register
  --work-dir DIR                 SWITCHYARD_RUNNER_WORK_DIR            default: ~/.switchyard-runner
  --max-parallel-tasks N         SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS  default: 0, as many as the control plane gives
  --stop-grace SECONDS           SWITCHYARD_RUNNER_STOP_GRACE          time running tasks get at the end, default: 600
  --one-off                      SWITCHYARD_RUNNER_ONE_OFF
  --run-as USER|FIRST-LAST       SWITCHYARD_RUNNER_RUN_AS              account of tasks, or user ids one of which each gets
  --local-repository-roots A,B   SWITCHYARD_RUNNER_LOCAL_REPOSITORY_ROOTS
                                                                       where local repositories may lie; default: anywhere
  --hidden-dirs A,B              SWITCHYARD_RUNNER_HIDDEN_DIRS         directories that tasks must not see
  --ca-file FILE                 SWITCHYARD_RUNNER_CA_FILE             PEM of further certificate authorities
  --cache-limit MB               SWITCHYARD_RUNNER_CACHE_LIMIT         default: 20000; 0 = none
  --min-free MB                  SWITCHYARD_RUNNER_MIN_FREE            free space a task needs, default: 500

HTTP_PROXY, HTTPS_PROXY and NO_PROXY are respected.
`;
