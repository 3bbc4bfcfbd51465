import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { Templates } from './template.mjs';

/** @typedef {Record<string, unknown>} Values */
/** @typedef {{ apiVersion: string, kind: string, metadata: { name: string }, [more: string]: unknown }} Manifest */

/**
 * What a chart makes of values, as `helm template` would.
 * @param {string} directory
 * @param {Values} given laid over the chart's own
 * @returns {Manifest[]}
 * @throws {Error} when the values break the chart's schema, or a template its rules
 */
export function renderChart(directory, given) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(directory, name), 'utf8');
  const values = merged(parse(read('values.yaml')), given);
  const isValid = new Ajv({ allErrors: true }).compile(JSON.parse(read('values.schema.json')));
  if (!isValid(values)) {
    throw new Error((isValid.errors ?? []).map((error) => `values${error.instancePath}: ${error.message}`).join('\n'));
  }
  const { name, version, appVersion } = parse(read('Chart.yaml'));
  const root = {
    Values: values,
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: 'release', Service: 'Helm' },
  };
  const templates = new Templates();
  const files = readdirSync(path.join(directory, 'templates')).sort();
  const texts = files.map((file) => ({ file, text: templates.render(read(`templates/${file}`), root) }));
  return texts.filter(({ file }) => file.endsWith('.yaml')).flatMap(({ file, text }) => manifestsOf(file, text));
}

/**
 * @param {string} file
 * @param {string} text
 */
function manifestsOf(file, text) {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) {
      throw new Error(`${file}: ${error.message}`);
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
