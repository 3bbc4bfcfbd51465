import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { root, toolsDirectory } from '../paths.mjs';
import { run } from '../run.mjs';

/** @typedef {Record<string, unknown>} Values */
/** @typedef {{ apiVersion: string, kind: string, metadata: { name: string }, [more: string]: any }} Manifest */

const directory = path.join(root, 'deploy/helm/switchyard');
const renderer = path.join(toolsDirectory, 'render-chart');

/** Compiles what renders the chart from Debian's Go packages. */
export async function buildRenderer() {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' };
  const source = path.join(import.meta.dirname, 'render.go');
  await run('go', ['build', '-o', renderer, source], {
    env: { ...env, GOCACHE: path.join(toolsDirectory, 'go-cache') },
  });
}

/**
 * Manifests that the chart makes of values, as `helm template` would.
 * @param {Values} given laid over the chart's own
 * @param {string} [release]
 * @returns {Promise<Manifest[]>}
 * @throws {Error} when the values break the chart's schema, or a template fails
 */
export async function renderChart(given, release = 'release') {
  const read = (/** @type {string} */ name) => readFile(path.join(directory, name), 'utf8');
  const values = merged(parse(await read('values.yaml')), given);
  const isValid = new Ajv({ allErrors: true }).compile(JSON.parse(await read('values.schema.json')));
  if (!isValid(values)) {
    throw new Error((isValid.errors ?? []).map((error) => `values${error.instancePath}: ${error.message}`).join('\n'));
  }
  const { name, version, appVersion } = parse(await read('Chart.yaml'));
  const chart = { Name: name, Version: version, AppVersion: appVersion };
  return render({ Values: values, Chart: chart, Release: { Name: release, Service: 'Helm' } });
}

/** @param {object} data */
async function render(data) {
  const scratch = await mkdtemp(path.join(tmpdir(), 'switchyard-chart-'));
  try {
    const file = path.join(scratch, 'data.json');
    await writeFile(file, JSON.stringify(data));
    return manifestsOf(await run(renderer, [directory, file]));
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** @param {string} text */
function manifestsOf(text) {
  if (text.includes('<no value>')) {
    throw new Error(`A template uses a value that is not there:\n${text}`);
  }
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) {
      throw new Error(`${error.message}\n${text}`);
    }
    const manifest = document.toJS();
    return manifest === null ? [] : [/** @type {Manifest} */ (manifest)];
  });
}

/**
 * @param {Values} own
 * @param {Values} given
 * @returns {Values}
 */
function merged(own, given) {
  const entries = Object.entries(given).map(([key, value]) => {
    const under = own[key];
    return [key, isMapping(under) && isMapping(value) ? merged(under, value) : value];
  });
  return { ...own, ...Object.fromEntries(entries) };
}

/**
 * @param {unknown} value
 * @returns {value is Values}
 */
function isMapping(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
