/** Values from which the four ways to start a runner are made. */
export interface Usage {
  /** Of the control plane, as the runner reaches it. */
  address: string;
  id: number;
  name: string;
  token: string;
  /** PKCS#8 PEM. */
  privateKey: string;
  /** Name of the container image. */
  image: string;
  /** The identity takes the place of another one. */
  replaces: boolean;
}

export const USAGE_TABS = ['config', 'setup', 'env', 'docker'] as const;
export type UsageTab = (typeof USAGE_TABS)[number];

/** Where the image keeps its work directory. */
const CONTAINER_DIR = '/var/lib/switchyard-runner';

const plain = /^[A-Za-z0-9_./][A-Za-z0-9_.:/@%+=,-]*$/;

/** One word of a POSIX shell. */
const word = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A double-quoted YAML scalar: JSON strings are a part of them. */
const scalar = (text: string): string => JSON.stringify(text);

const directory = ({ id }: Usage): string => `~/.switchyard-runner-${id}`;

/** Writes a file of its own folder, which other users cannot enter. */
const file = (usage: Usage, name: string, text: string): string =>
  `cat > ${directory(usage)}/${name} <<'EOF'\n${text.trim()}\nEOF`;

/** The folder and what is in it, readable by this user alone. */
const files = (usage: Usage, contents: readonly (readonly [string, string])[]): string =>
  [
    `install -d -m 700 ${directory(usage)}`,
    ...contents.map(([name, text]) => file(usage, name, text)),
    `chmod 600 ${contents.map(([name]) => `${directory(usage)}/${name}`).join(' ')}`,
    '',
  ].join('\n');

function configFile(usage: Usage): string {
  const settings = [
    `SWITCHYARD_RUNNER_URL: ${scalar(usage.address)}`,
    `SWITCHYARD_RUNNER_TOKEN: ${scalar(usage.token)}`,
    `SWITCHYARD_RUNNER_NAME: ${scalar(usage.name)}`,
  ];
  const written = files(usage, [
    ['key.pem', usage.privateKey],
    ['config.yaml', settings.join('\n')],
  ]);
  const dir = directory(usage);
  return `${written}\nswitchyard-runner start --config ${dir}/config.yaml --work-dir ${dir}`;
}

function setup(usage: Usage): string {
  const written = files(usage, [
    ['token', usage.token],
    ['key.pem', usage.privateKey],
  ]);
  const flags = `--url ${word(usage.address)} --work-dir ${directory(usage)}`;
  return [
    written,
    `switchyard-runner check ${flags}`,
    `switchyard-runner start ${flags} --name=${word(usage.name)}`,
  ].join('\n');
}

function variables(usage: Usage): string {
  const dir = directory(usage);
  return [
    files(usage, [['key.pem', usage.privateKey]]),
    `export SWITCHYARD_RUNNER_URL=${word(usage.address)}`,
    `export SWITCHYARD_RUNNER_TOKEN=${word(usage.token)}`,
    `export SWITCHYARD_RUNNER_NAME=${word(usage.name)}`,
    `export SWITCHYARD_RUNNER_WORK_DIR=${dir}`,
    `export SWITCHYARD_RUNNER_PRIVATE_KEY_FILE=${dir}/key.pem`,
    '',
    'switchyard-runner start',
  ].join('\n');
}

/** A container reaches a control plane on the loopback address only from the network of its host. */
function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** The key goes into the volume from inside, so that it belongs to the user of the container. */
function docker(usage: Usage): string {
  const { id, address, token, name, image, privateKey, replaces } = usage;
  const container = `switchyard-runner-${id}`;
  const key = `${CONTAINER_DIR}/key.pem`;
  const volume = `-v ${container}:${CONTAINER_DIR}`;
  return [
    ...(replaces ? [`docker rm --force ${container}`] : []),
    `docker run --rm -i ${volume} \\`,
    `  --entrypoint sh ${image} \\`,
    `  -c 'umask 077; cat > ${key}' <<'EOF'\n${privateKey.trim()}\nEOF`,
    '',
    `docker run -d --name ${container} --restart unless-stopped${isLoopback(address) ? ' --network host' : ''} \\`,
    `  -e SWITCHYARD_RUNNER_URL=${word(address)} \\`,
    `  -e SWITCHYARD_RUNNER_TOKEN=${word(token)} \\`,
    `  -e SWITCHYARD_RUNNER_NAME=${word(name)} \\`,
    `  -e SWITCHYARD_RUNNER_WORK_DIR=${CONTAINER_DIR} \\`,
    `  -e SWITCHYARD_RUNNER_PRIVATE_KEY_FILE=${key} \\`,
    `  ${volume} ${image}`,
  ].join('\n');
}

const makers: Readonly<Record<UsageTab, (usage: Usage) => string>> = {
  config: configFile,
  setup,
  env: variables,
  docker,
};

/** Commands for a POSIX shell that start the runner as they stand. */
export const usageSnippet = (tab: UsageTab, usage: Usage): string => makers[tab](usage);

/** Commands that register a runner with a one-time token and start it. */
export function registrationSnippet(address: string, token: string): string {
  return [
    `export SWITCHYARD_RUNNER_URL=${word(address)}`,
    `SWITCHYARD_RUNNER_REGISTRATION_TOKEN=${word(token)} \\`,
    '  switchyard-runner register',
    'switchyard-runner start',
  ].join('\n');
}
