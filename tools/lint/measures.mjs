import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { folderKnots, importersOf, readGraph } from './module-graph.mjs';

/** @typedef {{ file: string, project: string, text: string, lines: number, isTest: boolean }} Source file: below the root; project: such as `apps/api` */
/** @typedef {Record<string, Record<string, number>>} Measures by what is measured, then by where */

/** A file with fewer lines is to have two importers, or one and a spec of its own, or its code belongs to the one that it has. */
const SMALL_LINES = 20;

/** Folders whose tests are no measure of them: they are tests. */
const TESTS_THEMSELVES = ['apps/e2e', 'libs/testing'];

/** How each mechanism looks that is to have one place. In the order of the printed line. */
const MECHANISMS = {
  'back-off': /2 \*\* [^;\n]*\b(?:tries|failures|times|retries|before,)/g,
  'message of an error': /(\w+) instanceof Error \? \1\.message : String\(\1\)/g,
  'free port': /function freePort\b/g,
  'options of Node for the api': /--heap-growing-percent/g,
  'loader of compiled code': /\bcachedData:/g,
  'wait until': /function (?:waitUntil|waitFor|eventually|until)\b/g,
};

const CASTS = /\bas (?:unknown as|never)\b/g;
const ORM_CALLS =
  /\bmanager\s*\.(?:find\w*|insert|update|delete|save|upsert|count\w*|exists\w*|increment|getRepository|remove)\(/g;

/**
 * All measures of the checkout.
 * @param {string} root
 * @returns {Measures}
 */
export function measure(root) {
  const sources = readSources(root);
  const shipped = sources.filter(({ isTest }) => !isTest);
  const graph = readGraph(root);
  return {
    'entries at the top': topEntries(root),
    'knots of folders': byProject(folderKnots(graph).map(({ folder }) => projectOf(path.relative(root, folder)))),
    'small files with one importer': byProject(lonely(root, shipped, importersOf(graph))),
    'casts that hide a type': count(shipped, CASTS),
    'ORM calls outside repositories': count(
      shipped.filter(({ file }) => /^apps\/(api|dispatcher)\//.test(file) && !file.endsWith('.repository.ts')),
      ORM_CALLS,
    ),
    'places of a mechanism': mechanisms(sources),
    'spec lines of 100 source lines': specRatios(sources),
  };
}

/**
 * How a measure lies beyond its bound. The spec ratio is bounded below, everything else above; what has no bound must be 0.
 * @param {Measures} measures
 * @param {Measures} bounds
 * @returns {string[]} one line for each, with what to do
 */
export function faultsOf(measures, bounds) {
  return Object.entries(measures).flatMap(([what, places]) =>
    Object.entries({ ...zeros(bounds[what]), ...places }).flatMap(([where, value]) => {
      const isLeast = what === RATIO;
      const bound = bounds[what]?.[where] ?? 0;
      const isBeyond = isLeast ? value < bound : value > bound;
      return isBeyond
        ? [`${what}, ${where}: ${value}, at ${isLeast ? 'least' : 'most'} ${bound}. ${ADVICE[what]}`]
        : [];
    }),
  );
}

/**
 * The bounds with those measures that are better; what is worse keeps its bound, and a place that is gone loses it.
 * @param {Measures} measures
 * @param {Measures} bounds
 * @returns {Measures}
 */
export function tightened(measures, bounds) {
  return Object.fromEntries(
    Object.entries(measures).map(([what, places]) => [
      what,
      Object.fromEntries(
        Object.entries(places)
          .map(([where, value]) => /** @type {const} */ ([where, boundOf(what, value, bounds[what]?.[where] ?? 0)]))
          .filter(([, bound]) => bound > 0 || what === RATIO),
      ),
    ]),
  );
}

/** A spec ratio has a point of room, so that a small change of source alone does not fail. @param {string} what @param {number} value @param {number} bound */
const boundOf = (what, value, bound) => (what === RATIO ? Math.max(value - 1, bound) : Math.min(value, bound));

const RATIO = 'spec lines of 100 source lines';

/** @type {Record<string, string>} */
const ADVICE = {
  'entries at the top': 'Put the new one into a folder that is there.',
  'knots of folders': 'Move what both folders need into one of them, or below both; no-circle names the way.',
  'small files with one importer': `Merge files of fewer than ${SMALL_LINES} lines into the one that imports them.`,
  'casts that hide a type': 'Give the value a type that says what it is.',
  'ORM calls outside repositories': 'Put the query into the repository of its feature.',
  'places of a mechanism': 'Use the one that is there: libs/concurrency, libs/testing, tools/stack.',
  [RATIO]: 'Add specs for what came.',
};

/** @param {Measures[string] | undefined} places */
const zeros = (places = {}) => Object.fromEntries(Object.keys(places).map((where) => [where, 0]));

/**
 * @param {string} root
 * @returns {Source[]}
 */
function readSources(root) {
  const include = ['apps', 'libs', 'tools'].map((folder) => `${folder}/*/**/*`);
  const exclude = ['**/node_modules', '**/dist', '**/test-results'];
  return ts.sys.readDirectory(root, ['.ts', '.tsx', '.mjs', '.js', '.cjs'], exclude, include).map((name) => {
    const file = path.relative(root, name);
    const text = readFileSync(name, 'utf8');
    const project = projectOf(file);
    const isTest = /\.spec\./.test(file) || file.includes('/testing/') || TESTS_THEMSELVES.includes(project);
    return { file, project, text, lines: text.split('\n').length - 1, isTest };
  });
}

/** @param {string} file */
const projectOf = (file) => file.split('/').slice(0, 2).join('/');

/** @param {string} root */
function topEntries(root) {
  const apps = readdirSync(path.join(root, 'apps')).filter((app) => !app.startsWith('.'));
  return Object.fromEntries(
    apps.map((app) => [`apps/${app}`, readdirSync(path.join(root, 'apps', app, 'src')).length]),
  );
}

/** @param {readonly string[]} projects one for each thing that is counted */
function byProject(projects) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const project of projects) {
    counts[project] = (counts[project] ?? 0) + 1;
  }
  return counts;
}

/**
 * The projects of small files that one other imports. Not counted:
 * - files that none imports: a build, the compiler or a worker names them, and dead code that nothing names fails in its own check;
 * - migrations: each is a step of its own, which stays as it ran;
 * - pages: the router loads each by itself, so that a screen fetches its own code alone.
 * @param {string} root
 * @param {readonly Source[]} sources
 * @param {ReadonlyMap<string, number>} importers
 */
function lonely(root, sources, importers) {
  const hasSpec = (/** @type {string} */ file) => existsSync(path.join(root, file.replace(/\.tsx?$/, '.spec.ts')));
  return sources
    .filter(
      ({ file, lines }) => /\/src\/.*\.tsx?$/.test(file) && !/\/(migrations|pages)\//.test(file) && lines < SMALL_LINES,
    )
    .filter(({ file }) => importers.get(path.join(root, file)) === 1 && !hasSpec(file))
    .map(({ project }) => project);
}

/** @param {readonly Source[]} sources @param {RegExp} pattern */
function count(sources, pattern) {
  return byProject(sources.flatMap(({ project, text }) => [...text.matchAll(pattern)].map(() => project)));
}

/** @param {readonly Source[]} sources */
function mechanisms(sources) {
  const others = sources.filter(({ project }) => project !== 'tools/lint');
  return Object.fromEntries(
    Object.entries(MECHANISMS).map(([name, pattern]) => [
      name,
      others.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0),
    ]),
  );
}

/** @param {readonly Source[]} sources */
function specRatios(sources) {
  const linesOf = (/** @type {(source: Source) => boolean} */ isOne) =>
    sources.filter(isOne).reduce((sum, { lines }) => sum + lines, 0);
  const projects = [...new Set(sources.map(({ project }) => project))].filter(
    (name) => !TESTS_THEMSELVES.includes(name),
  );
  return Object.fromEntries(
    projects.map((name) => {
      const specs = linesOf(({ project, file }) => project === name && file.includes('.spec.'));
      const source = linesOf(({ project, isTest }) => project === name && !isTest);
      return [name, Math.floor((100 * specs) / Math.max(source, 1))];
    }),
  );
}
