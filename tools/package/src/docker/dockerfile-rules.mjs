import { execForm, flagOf, healthCommand, parseDockerfile } from './dockerfile.mjs';

/** @typedef {import('./dockerfile.mjs').Stage} Stage */
/** @typedef {import('./dockerfile.mjs').Step} Step */

/**
 * @typedef {object} Surroundings
 * @property {(path: string) => boolean} exists whether a path of the build context is there and not ignored
 * @property {string} nodeVersion that the packages of the runner carry
 * @property {string} pnpmVersion that the workspace is pinned to
 */

const SECRET = /PASSWORD|SECRET|TOKEN|_KEY$|DATABASE_URL/;

/**
 * What is wrong with a Dockerfile, one sentence each.
 * @param {string} text
 * @param {Surroundings} surroundings
 * @returns {string[]}
 */
export function dockerfileFaults(text, surroundings) {
  const stages = parseDockerfile(text);
  const last = stages.at(-1);
  return [
    ...(stages.length < 2 ? ['there is one stage alone: what builds would be shipped'] : []),
    ...stages.flatMap((stage, i) => baseFaults(stage, stages.slice(0, i), surroundings)),
    ...stages.flatMap(({ steps }, i) => steps.flatMap((step) => stepFaults(step, stages.slice(0, i), surroundings))),
    ...(last ? shippedFaults(last) : ['there is no stage']),
  ];
}

/**
 * @param {Stage} stage
 * @param {readonly Stage[]} earlier
 * @param {Surroundings} surroundings
 */
function baseFaults({ base, line }, earlier, { nodeVersion }) {
  if (earlier.some(({ name }) => name === base)) {
    return [];
  }
  const [image, tag] = base.split(/:(.*)/);
  if (!tag || !/^\d+\.\d+/.test(tag)) {
    return [`line ${line}: ${base} is no exact version`];
  }
  return image === 'node' && !tag.startsWith(`${nodeVersion}-`) ? [`line ${line}: Node must be ${nodeVersion}`] : [];
}

/**
 * @param {Step} step
 * @param {readonly Stage[]} earlier
 * @param {Surroundings} surroundings
 */
function stepFaults(step, earlier, surroundings) {
  const at = (/** @type {string[]} */ faults) => faults.map((fault) => `line ${step.line}: ${fault}`);
  switch (step.keyword) {
    case 'ADD':
      return at(['ADD fetches and unpacks; COPY says what it does']);
    case 'ARG':
    case 'ENV':
      return at(secretFaults(step));
    case 'COPY':
      return at(copyFaults(step, earlier, surroundings));
    case 'RUN':
      return at(runFaults(step.text, surroundings));
    case 'WORKDIR':
      return at(step.args[0]?.startsWith('/') ? [] : ['WORKDIR must be absolute']);
    default:
      return [];
  }
}

/** @param {Step} step */
function secretFaults({ variables, args }) {
  const names = variables.length > 0 ? variables.map(([name]) => name) : args.map((arg) => arg.split('=')[0] ?? '');
  return names.filter((name) => SECRET.test(name)).map((name) => `${name} would stay in the image`);
}

/**
 * @param {Step} step
 * @param {readonly Stage[]} earlier
 * @param {Surroundings} surroundings
 */
function copyFaults(step, earlier, { exists }) {
  const from = flagOf(step, 'from');
  if (from !== undefined) {
    return earlier.some(({ name }) => name === from) ? [] : [`there is no stage ${from} before`];
  }
  const missing = step.args.slice(0, -1).filter((source) => !exists(source));
  return missing.map((source) => `${source} is not in the build context`);
}

/**
 * @param {string} text
 * @param {Surroundings} surroundings
 */
function runFaults(text, { pnpmVersion }) {
  const faults = [];
  if (/\bapt-get install\b/.test(text)) {
    const wanted = ['apt-get update', '--no-install-recommends', 'rm -rf /var/lib/apt/lists/*'];
    faults.push(...wanted.filter((part) => !text.includes(part)).map((part) => `apt-get install without ${part}`));
  }
  if (/\bpnpm install\b/.test(text) && !text.includes('--frozen-lockfile')) {
    faults.push('pnpm install without --frozen-lockfile');
  }
  if (/\bsudo\b|curl [^|]*\| *(ba)?sh/.test(text)) {
    faults.push('neither sudo nor a script from the network');
  }
  const pnpm = /\bpnpm@(\S+)/.exec(text)?.[1];
  return pnpm === undefined || pnpm === pnpmVersion ? faults : [...faults, `pnpm must be ${pnpmVersion}`];
}

/**
 * What runs must be a user without rights, say how it is, and get signals itself.
 * @param {Stage} stage
 */
function shippedFaults({ steps }) {
  const last = (/** @type {string} */ keyword) => steps.filter((step) => step.keyword === keyword).at(-1);
  const [user, health, command] = [last('USER')?.args[0] ?? 'root', last('HEALTHCHECK'), last('CMD')];
  const started = [last('ENTRYPOINT'), command].filter((step) => step !== undefined);
  return [
    ...(/^(root|0)(:|$)/.test(user) ? ['the image runs as root'] : []),
    ...(health && healthCommand(health) ? [] : ['there is no HEALTHCHECK in exec form']),
    ...(started.length === 0 ? ['there is no CMD'] : []),
    ...started
      .filter((step) => !execForm(step.text))
      .map((step) => `line ${step.line}: ${step.keyword} is not in exec form`),
  ];
}
