/** The arguments of a `docker run`. */
export interface ContainerCall {
  env: Record<string, string>;
  /** Name of the volume and where it is inside. */
  volumes: [string, string][];
  entrypoint: string | null;
  detached: boolean;
  image: string;
  args: string[];
}

const FLAGS = ['--rm', '-i'];
const IGNORED = ['--name', '--restart', '--network'];

/** @throws Error on anything but `run`, and on an option that is not known */
export function parseContainerCall([command, ...words]: readonly string[]): ContainerCall {
  if (command !== 'run') {
    throw new Error(`docker ${command}: not known here`);
  }
  const call: ContainerCall = { env: {}, volumes: [], entrypoint: null, detached: false, image: '', args: [] };
  const rest = [...words];
  while (rest[0]?.startsWith('-')) {
    takeOption(call, rest);
  }
  const [image = '', ...args] = rest;
  return { ...call, image, args };
}

function takeOption(call: ContainerCall, rest: string[]): void {
  const option = rest.shift() ?? '';
  if (FLAGS.includes(option)) {
    return;
  }
  if (option === '-d') {
    call.detached = true;
    return;
  }
  const value = rest.shift() ?? '';
  const [before, after] = [value.slice(0, value.search(/[=:]/)), value.slice(value.search(/[=:]/) + 1)];
  if (option === '-e') {
    call.env[before] = after;
  } else if (option === '-v') {
    call.volumes.push([before, after]);
  } else if (option === '--entrypoint') {
    call.entrypoint = value;
  } else if (!IGNORED.includes(option)) {
    throw new Error(`docker run ${option}: not known here`);
  }
}
