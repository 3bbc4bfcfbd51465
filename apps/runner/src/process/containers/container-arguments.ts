import type { Command } from '../command.js';
import type { Bind } from '../place.js';

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
  /** What it sees of this machine. */
  binds: readonly Bind[];
  /** File with the variables of one line. */
  environmentFile: string;
  /** Secrets of the engine by the variables that they become. */
  secrets: ReadonlyMap<string, string>;
  limits: ContainerLimits;
}

/**
 * Arguments by which an engine runs the command in a container: without a shell, without a secret, and whatever the entry point of
 * the image is.
 */
export function containerArguments(container: Container, { file, args, cwd }: Command): string[] {
  const { name, image, label, user, isRootless, binds, environmentFile, secrets, limits } = container;
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
    ...binds.map(({ source, seen, isReadOnly }) => `--volume=${source}:${seen}${isReadOnly ? ':ro' : ''}`),
    `--workdir=${cwd}`,
    `--env-file=${environmentFile}`,
    ...[...secrets].map(([variable, secret]) => `--secret=${secret},type=env,target=${variable}`),
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

/** Content of the file with the variables of one line, which engines take as they stand, and the variables of several lines. */
export function environmentParts(env: Command['env']): { text: string; long: [name: string, value: string][] } {
  const isLong = ([, value]: [string, string]): boolean => /[\r\n]/.test(value);
  const entries = Object.entries(env);
  const short = entries.filter((entry) => !isLong(entry));
  return { text: short.map(([name, value]) => `${name}=${value}\n`).join(''), long: entries.filter(isLong) };
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
