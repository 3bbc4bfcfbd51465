import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import type { Command } from '../command.js';

/** Bounds of each container, in the words of the engine; `null` = its own. */
export interface ContainerLimits {
  network: string | null;
  memory: string | null;
  cpus: string | null;
  processes: number | null;
}

/** Those of the engine alone. */
export const NO_LIMITS: ContainerLimits = { network: null, memory: null, cpus: null, processes: null };

/** One container of an attempt. */
export interface Container {
  name: string;
  image: string;
  /** By which a runner that starts after this one was killed finds it. */
  label: string;
  /** User that its processes have, and its files outside. */
  user: { uid: number; gid: number };
  /** The engine has no rights of root: users of the container are mapped, but for this one. */
  isRootless: boolean;
  /** Directory of the attempt, which it sees under the same path. */
  dir: string;
  /** File with its environment. */
  environmentFile: string;
  limits: ContainerLimits;
}

/**
 * Arguments by which an engine runs the command in a container: without a shell, without a secret, and whatever the entry point of
 * the image is.
 */
export function containerArguments(container: Container, { file, args, cwd }: Command): string[] {
  const { name, image, label, user, isRootless, dir, environmentFile, limits } = container;
  return [
    'run',
    '--rm',
    '--init',
    `--name=${name}`,
    `--label=${label}`,
    '--pull=missing',
    '--log-driver=none',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    ...(isRootless ? ['--userns=keep-id'] : []),
    `--user=${user.uid}:${user.gid}`,
    ...limitArguments(limits),
    `--volume=${dir}:${dir}`,
    `--workdir=${cwd}`,
    `--env-file=${environmentFile}`,
    `--entrypoint=${file}`,
    image,
    ...args,
  ];
}

const limitArguments = ({ network, memory, cpus, processes }: ContainerLimits): string[] => [
  ...(network === null ? [] : [`--network=${network}`]),
  ...(memory === null ? [] : [`--memory=${memory}`]),
  ...(cpus === null ? [] : [`--cpus=${cpus}`]),
  ...(processes === null ? [] : [`--pids-limit=${processes}`]),
];

/**
 * Content of the file with the environment, one variable a line; engines take each as it stands. The image has a `PATH` of its own.
 * @throws AttemptFailure for a value of several lines, which no engine takes from a file
 */
export function environmentText(env: Command['env']): string {
  const entries = Object.entries(env).filter(([name]) => name !== 'PATH');
  const [long] = entries.find(([, value]) => /[\r\n]/.test(value)) ?? [];
  if (long !== undefined) {
    throw new AttemptFailure(problem('container_variable', { name: long }));
  }
  return entries.map(([name, value]) => `${name}=${value}\n`).join('');
}

/**
 * Whether the owner of the runner allows the image.
 * @param allowed beginnings of references that end at a `/`, `:` or `@`; empty = all
 */
export const isImageAllowed = (image: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || allowed.some((prefix) => beginsWith(image, prefix));

/** A `:` ends the prefix before a tag alone, not before the port of another registry. */
function beginsWith(image: string, prefix: string): boolean {
  const rest = image.slice(prefix.length);
  return image.startsWith(prefix) && (prefix.endsWith('/') || /^(?:$|\/|@|:[^/]*$)/.test(rest));
}
