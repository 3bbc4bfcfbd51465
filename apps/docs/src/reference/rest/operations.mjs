import { page, table } from '../markdown.mjs';
import { exampleOf } from './examples.mjs';
import { membersOf, typeOf } from './schemas.mjs';

/** @typedef {import('./schemas.mjs').Schema} Schema */
/** @typedef {{ schema?: Schema, example?: unknown }} Media */
/**
 * @typedef {{
 *   tags?: string[], summary?: string, description?: string, 'x-permission'?: string, security?: Record<string, unknown>[],
 *   parameters?: { in: string, name: string, required?: boolean, description?: string, schema?: Schema }[],
 *   requestBody?: { required?: boolean, content?: Record<string, Media> },
 *   responses?: Record<string, { description?: string, content?: Record<string, Media> }>
 * }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components?: { schemas?: Record<string, Schema> } }} Document
 * @typedef {{ method: string, path: string, operation: Operation }} Call
 */

const JSON_TYPE = 'application/json';
/** Lines of an example beyond this are cut. */
const LINES = 80;

const titleOf = (/** @type {Call} */ { method, path }) => `${method.toUpperCase()} ${path}`;

/** How a caller shows who he is, as options of curl. @type {Record<string, string>} */
const PROOFS = {
  bearer: ' -H "Authorization: Bearer $SWITCHYARD_TOKEN"',
  cookie: ' -b cookies.txt',
  basic: ' -u "$LOGIN:$PASSWORD"',
};

/** Reasons that more calls share than this are rules of all calls, which the page of rules explains. */
const CALLS_OF_ONE_REASON = 10;

/**
 * Reasons to refuse that are particular to a few calls, such as those that a route declares by `@Refuses`.
 * @param {Call[]} calls all calls of the document
 * @returns {ReadonlySet<string>}
 */
export function particularReasons(calls) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { description = '' } of calls.flatMap((call) => refusalsOf(call).map(([, response]) => response))) {
    counts.set(description, (counts.get(description) ?? 0) + 1);
  }
  return new Set(
    [...counts].filter(([reason, count]) => reason && count <= CALLS_OF_ONE_REASON).map(([reason]) => reason),
  );
}

/**
 * Calls of one page, those with the same body or answer only once in full.
 * @param {Call[]} calls @param {Record<string, Schema>} schemas @param {ReadonlySet<string>} reasons those that are shown
 */
export function operationsText(calls, schemas, reasons) {
  /** Titles of the calls that showed a schema first. @type {Map<string, string>} */
  const shown = new Map();
  return page(
    ...calls.map((call) =>
      page(...[...sectionsOf(call, schemas, shown), refusalsText(call, reasons)].filter(Boolean)).trimEnd(),
    ),
  );
}

/** @param {Call} call @param {Record<string, Schema>} schemas @param {Map<string, string>} shown */
function sectionsOf(call, schemas, shown) {
  const { operation } = call;
  return [
    `## \`${titleOf(call)}\``,
    `**${operation.summary ?? ''}.** ${operation.description ?? ''}`,
    `Permission: \`${operation['x-permission'] ?? 'none'}\``,
    parametersText(operation, schemas),
    bodyText(call, schemas, shown),
    curlText(call, schemas),
    answerText(call, schemas, shown),
  ];
}

/** @param {Operation} operation @param {Record<string, Schema>} schemas */
function parametersText({ parameters = [] }, schemas) {
  const rows = parameters
    .filter((each) => each.in !== 'body')
    .map(({ name, in: place, required = false, schema = {}, description = '' }) => [
      `\`${name}\``,
      place,
      typeOf(schema, schemas),
      required ? 'yes' : '',
      description,
    ]);
  return rows.length > 0 ? table(['Parameter', 'In', 'Type', 'Required', 'Meaning'], rows) : '';
}

/** @param {Call} call @param {Record<string, Schema>} schemas @param {Map<string, string>} shown */
function bodyText(call, schemas, shown) {
  const content = call.operation.requestBody?.content ?? {};
  const schema = content[JSON_TYPE]?.schema;
  if (!schema) {
    const types = Object.keys(content);
    return types.length > 0 ? `Body: ${types.map((type) => `\`${type}\``).join(', ')}` : '';
  }
  const first = firstOf(`body ${JSON.stringify(schema)}`, call, shown);
  if (first) {
    return `Body: as of \`${first}\`.`;
  }
  const rows = membersOf(schema, schemas).map(([path, type, isRequired]) => [
    `\`${path}\``,
    type,
    isRequired ? 'yes' : '',
  ]);
  return rows.length > 0 ? table(['Member of the body', 'Type', 'Required'], rows) : `Body: ${typeOf(schema, schemas)}`;
}

/** The call that showed the same first, if another did. @param {string} key @param {Call} call @param {Map<string, string>} shown */
function firstOf(key, call, shown) {
  const first = shown.get(key);
  shown.set(key, first ?? titleOf(call));
  return first;
}

/** @param {Call} call @param {Record<string, Schema>} schemas */
function curlText({ method, path, operation }, schemas) {
  const schemes = (operation.security ?? []).flatMap((each) => Object.keys(each));
  if (schemes.includes('runner') || path === '/api/ws') {
    return '';
  }
  const scheme = ['bearer', 'cookie', 'basic'].find((each) => schemes.includes(each)) ?? '';
  const media = operation.requestBody?.content?.[JSON_TYPE];
  const body = media?.schema ? (media.example ?? exampleOf(media.schema, schemas, { isRequest: true })) : undefined;
  const data =
    body === undefined ? '' : ` \\\n  -H "Content-Type: application/json" -d '${quoted(JSON.stringify(body))}'`;
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  return `\`\`\`sh\ncurl${verb}${PROOFS[scheme] ?? ''}${data} \\\n  "$SWITCHYARD_SERVER${addressOf(path, operation)}"\n\`\`\``;
}

const quoted = (/** @type {string} */ text) => text.replaceAll("'", `'\\''`);

/** @param {string} path @param {Operation} operation */
function addressOf(path, { parameters = [] }) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => (/id$/i.test(name) ? '1' : name));
  const query = parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => `${name}=1`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** @param {Call} call @param {Record<string, Schema>} schemas @param {Map<string, string>} shown */
function answerText(call, schemas, shown) {
  const responses = Object.entries(call.operation.responses ?? {});
  const successes = responses.filter(([status]) => /^[123]/.test(status));
  const [status = '', { content = {} } = {}] = successes.find(([, each]) => each.content) ?? successes[0] ?? [];
  const schema = content[JSON_TYPE]?.schema;
  if (!schema) {
    const types = Object.keys(content).map((type) => `\`${type}\``);
    return `Answers ${status}${types.length > 0 ? ` with ${types.join(', ')}` : ''}.`;
  }
  const first = firstOf(`answer ${JSON.stringify(schema)}`, call, shown);
  if (first) {
    return `Answers ${status}, as \`${first}\`.`;
  }
  const lines = JSON.stringify(exampleOf(schema, schemas), undefined, 2).split('\n');
  const text = [...lines.slice(0, LINES), ...(lines.length > LINES ? ['…'] : [])].join('\n');
  return `Answers ${status}, for example:\n\n\`\`\`text\n${text}\n\`\`\``;
}

const refusalsOf = (/** @type {Call} */ { operation: { responses = {} } }) =>
  Object.entries(responses).filter(([status]) => /^[45]/.test(status));

/** Statuses of refusals, with the reason where it is particular or has a bound. @param {Call} call @param {ReadonlySet<string>} reasons */
function refusalsText(call, reasons) {
  const statuses = refusalsOf(call).map(([status, { description = '' }]) =>
    status === '413' || reasons.has(description) ? `${status} (${lowered(description.replace(/\.$/, ''))})` : status,
  );
  return statuses.length > 0 ? `Refuses with ${statuses.join(', ')}.` : '';
}

const lowered = (/** @type {string} */ text) => text.charAt(0).toLowerCase() + text.slice(1);
