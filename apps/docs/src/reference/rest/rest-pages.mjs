import { page } from '../markdown.mjs';
import { operationsText, particularReasons } from './operations.mjs';
import { REST_GROUPS } from './rest-groups.mjs';

/** @typedef {import('./operations.mjs').Document} Document */
/** @typedef {import('./operations.mjs').Call} Call */

/**
 * The REST reference of an OpenAPI document, a page for each group of resources, by file below the site.
 * @param {Document} document
 * @returns {Record<string, string>}
 * @throws {Error} when a call has a tag that is on no page
 */
export function restPages({ paths, components = {} }) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const known = new Set(Object.values(REST_GROUPS).flatMap(({ tags }) => tags));
  const lost = calls.find(({ operation }) => !known.has(tagOf(operation)));
  if (lost) {
    throw new Error(`${lost.method} ${lost.path} has the tag "${tagOf(lost.operation)}", which rest-groups.mjs lacks`);
  }
  const reasons = particularReasons(calls);
  return Object.fromEntries(
    Object.entries(REST_GROUPS).map(([name, { title, tags }]) => {
      const own = tags.flatMap((tag) => calls.filter(({ operation }) => tagOf(operation) === tag));
      return [`${name}.md`, restPage(title, own, components.schemas ?? {}, reasons)];
    }),
  );
}

const tagOf = (/** @type {Call['operation']} */ { tags = [] }) => tags[0] ?? '';

/** @param {string} title @param {Call[]} calls @param {Record<string, import('./schemas.mjs').Schema>} schemas @param {ReadonlySet<string>} reasons */
const restPage = (title, calls, schemas, reasons) =>
  page(
    `# ${title}`,
    'Rules of all calls, and what statuses mean, are in [REST API](../rest.md); codes of refusals in [Problem codes](../problems.md). Examples are made from the schemas of this version.',
    operationsText(calls, schemas, reasons).trimEnd(),
  );
