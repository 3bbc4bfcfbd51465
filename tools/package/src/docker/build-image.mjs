import { chmod, cp, mkdir, stat } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root as checkout } from '../paths.mjs';
import { execForm, flagOf, healthCommand, readDockerfile } from './dockerfile.mjs';
import { ignoreRules } from './ignore-file.mjs';
import { StageRoot } from './stage-root.mjs';

/** @typedef {import('./dockerfile.mjs').Step} Step */

/**
 * What a stage has become.
 * @typedef {object} Image
 * @property {StageRoot} root
 * @property {Record<string, string>} env
 * @property {string} user
 * @property {string} directory
 * @property {string[]} entrypoint
 * @property {string[]} command
 * @property {string[] | null} health
 */

const BASE_ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/**
 * Carries out the steps of a Dockerfile, each stage on a file system of its own. This machine stands for the base
 * images, all of which are Debian 12 with, where wanted, Node 20.
 * @param {string} file
 * @param {string} workDirectory
 * @param {(line: string) => void} tell
 * @returns {Promise<Image>} the last stage
 */
export async function buildImage(file, workDirectory, tell) {
  /** @type {Map<string, Image>} */
  const stages = new Map();
  /** @type {Image | undefined} */
  let image;
  for (const [i, stage] of readDockerfile(file).entries()) {
    image = await beginStage(path.join(workDirectory, String(i)), stages.get(stage.base));
    for (const step of stage.steps) {
      tell(`${path.basename(file)}:${step.line} ${step.keyword} ${step.text.split('\n')[0]}`);
      await carryOut(step, image, stages);
    }
    stages.set(stage.name ?? String(i), image);
  }
  if (!image) {
    throw new Error(`${file} has no stage`);
  }
  return image;
}

/**
 * @param {string} directory
 * @param {Image | undefined} base
 * @returns {Promise<Image>}
 */
async function beginStage(directory, base) {
  const root = await StageRoot.create(directory, base?.root ?? null);
  const fresh = { env: BASE_ENVIRONMENT, user: '0', directory: '/', entrypoint: [], command: [], health: null };
  return { ...(base ?? fresh), root };
}

/**
 * @param {Step} step
 * @param {Image} image is changed
 * @param {Map<string, Image>} stages
 */
async function carryOut(step, image, stages) {
  switch (step.keyword) {
    case 'ENV':
      image.env = { ...image.env, ...Object.fromEntries(step.variables) };
      return;
    case 'WORKDIR':
      image.directory = path.posix.resolve(image.directory, step.args[0] ?? '');
      await mkdir(image.root.at(image.directory), { recursive: true });
      return;
    case 'USER':
      image.user = step.args[0] ?? '';
      return;
    case 'ENTRYPOINT':
      image.entrypoint = execForm(step.text) ?? [];
      return;
    case 'CMD':
      image.command = execForm(step.text) ?? [];
      return;
    case 'HEALTHCHECK':
      image.health = healthCommand(step);
      return;
    case 'COPY':
      return copy(step, image, stages);
    case 'RUN':
      return runStep(step, image);
    case 'EXPOSE':
    case 'STOPSIGNAL':
    case 'VOLUME':
      return;
    default:
      throw new Error(`line ${step.line}: ${step.keyword} is not known here`);
  }
}

/**
 * @param {Step} step
 * @param {Image} image
 */
async function runStep({ flags, text, line }, image) {
  const caches = flags.map(([name, value]) => {
    const target = /^type=cache,target=([^,]+)$/.exec(value)?.[1];
    if (name !== 'mount' || target === undefined) {
      throw new Error(`line ${line}: RUN --${name}=${value} is not known here`);
    }
    return target;
  });
  await Promise.all(caches.map((target) => image.root.mountCache(target)));
  await runInside(image, ['/bin/sh', '-c', text]);
  await Promise.all(caches.map((target) => image.root.unmount(target)));
}

/**
 * Runs a command in an image to its end.
 * @param {Image} image
 * @param {readonly string[]} words
 * @param {Record<string, string>} [more] environment
 */
export async function runInside(image, words, more = {}) {
  const child = startInside(image, words, more);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) {
    throw new Error(`${words.join(' ')} ended with ${code}:\n${output.slice(-4000)}`);
  }
}

/**
 * Starts a command in an image.
 * @param {Image} image
 * @param {readonly string[]} words
 * @param {Record<string, string>} more environment
 */
export function startInside(image, words, more) {
  return image.root.spawn(words, { ...image, env: { HOME: homeOf(image), ...image.env, ...more } });
}

/** @param {Image} image */
function homeOf({ root, user }) {
  const accounts = readFileSync(root.at('/etc/passwd'), 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  return accounts.find(([name, , uid]) => name === user || uid === user)?.[5] ?? '/';
}

/**
 * @param {Step} step
 * @param {Image} image
 * @param {Map<string, Image>} stages
 */
async function copy(step, image, stages) {
  const { args, line } = step;
  const sources = args.slice(0, -1);
  const target = args.at(-1) ?? '';
  const from = flagOf(step, 'from');
  const stage = from === undefined ? null : stages.get(from);
  if (stage === undefined) {
    throw new Error(`line ${line}: there is no stage ${from}`);
  }
  const destination = image.root.at(path.posix.resolve(image.directory, target));
  const options = { stage, intoDirectory: /\/$|^\.$/.test(target), mode: flagOf(step, 'chmod') };
  for (const source of sources) {
    await copyOne(source, destination, options);
  }
}

/**
 * A directory's content goes into the destination; a file becomes it, or goes into it when it ends with a slash.
 * @param {string} source
 * @param {string} destination
 * @param {{ stage: Image | null, intoDirectory: boolean, mode: string | undefined }} options
 */
async function copyOne(source, destination, { stage, intoDirectory, mode }) {
  const from = stage ? stage.root.at(source) : path.join(checkout, source);
  const isDirectory = (await stat(from)).isDirectory();
  const to = isDirectory || !intoDirectory ? destination : path.join(destination, path.basename(source));
  const isIgnored = stage ? () => false : contextRules();
  if (!isDirectory && isIgnored(source)) {
    throw new Error(`${source} is kept out by .dockerignore`);
  }
  await mkdir(path.dirname(to), { recursive: true });
  const filter = (/** @type {string} */ each) => !isIgnored(path.join(source, path.relative(from, each)));
  await cp(from, to, { recursive: true, verbatimSymlinks: true, filter });
  if (mode !== undefined) {
    await chmod(to, Number.parseInt(mode, 8));
  }
}

function contextRules() {
  return ignoreRules(readFileSync(path.join(checkout, '.dockerignore'), 'utf8'));
}
