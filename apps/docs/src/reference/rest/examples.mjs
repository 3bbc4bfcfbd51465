import { formsOf } from './schemas.mjs';

/** @typedef {import('./schemas.mjs').Schema} Schema */
/** @typedef {import('./schemas.mjs').Schemas} Schemas */

/** Objects and lists below this depth are empty in an example. */
const DEPTH = 3;
/** Members that stand in a request whose members may all be left out. */
const SOME = 3;

const TIME = '2026-01-31T08:15:00.000Z';

/** Texts by the name of the member. @type {Record<string, string>} */
const TEXTS = {
  name: 'Example',
  username: 'ada',
  email: 'ada@example.com',
  git_url: 'https://git.example.com/team/app.git',
};
/** Texts by their format. @type {Record<string, string>} */
const FORMATS = {
  'date-time': TIME,
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '8b0f5b46-6d2f-4c53-9a53-2f3c6a1d7e90',
};

/** Members that name a moment. */
const isTime = (/** @type {string} */ name) => /^(created|start|end|planned|decided|expires)(_at)?$/.test(name);

/** @typedef {{ isRequest?: boolean, name?: string, depth?: number }} Options in a request, members that may be left out are */

/**
 * A value that the schema takes, as far as no pattern asks for more.
 * @param {Schema} schema @param {Schemas} schemas @param {Options} options
 * @returns {unknown}
 */
export function exampleOf(schema, schemas, options = {}) {
  const { forms, isNullable } = formsOf(schema, schemas);
  const [form] = forms;
  if (!form) {
    return null;
  }
  const given = [form.example, form.default, form.const, form.enum?.[0]].find((value) => value !== undefined);
  if (given !== undefined) {
    return given;
  }
  const [type] = [form.type ?? (form.properties ? 'object' : '')].flat();
  if (type === 'object' || type === 'array') {
    return partsOf(form, schemas, { ...options, isNullable, isList: type === 'array' });
  }
  return plainValue(form, type ?? '', options.name ?? '');
}

/** @param {Schema} form @param {string} type @param {string} name @returns {unknown} */
function plainValue(form, type, name) {
  switch (type) {
    case 'string':
      return textOf(form, name);
    case 'integer':
    case 'number':
      return name.endsWith('id') ? 1 : Math.max(form.minimum ?? 0, 0);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

/** A list or an object. @param {Schema} form @param {Schemas} schemas @param {Options & { isNullable: boolean, isList: boolean }} options */
function partsOf(form, schemas, { isRequest = false, name = '', depth = 0, isNullable, isList }) {
  if (isList) {
    const isCut = depth >= DEPTH || !form.items;
    return isCut ? [] : [exampleOf(form.items ?? {}, schemas, { isRequest, name, depth: depth + 1 })];
  }
  if (depth >= DEPTH) {
    return isNullable ? null : {};
  }
  return objectOf(form, schemas, { isRequest, depth });
}

/** @param {Schema} form @param {Schemas} schemas @param {{ isRequest: boolean, depth: number }} options */
function objectOf({ properties = {}, required = [], additionalProperties }, schemas, { isRequest, depth }) {
  const all = Object.entries(properties);
  const needed = all.filter(([name]) => required.includes(name));
  const some = needed.length > 0 || depth > 0 ? needed : all.slice(0, SOME);
  const named = (isRequest ? some : all).map(([name, member]) => [
    name,
    exampleOf(member, schemas, { isRequest, name, depth: depth + 1 }),
  ]);
  const isRecord = all.length === 0 && typeof additionalProperties === 'object';
  const other = isRecord ? [['name', exampleOf(additionalProperties, schemas, { isRequest, depth: depth + 1 })]] : [];
  return Object.fromEntries([...named, ...other]);
}

/** @param {Schema} form @param {string} name */
function textOf({ format = '', minLength = 0, maxLength = 64 }, name) {
  const text =
    FORMATS[format] ?? (Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined) ?? (isTime(name) ? TIME : 'text');
  return text.padEnd(minLength, 'x').slice(0, Math.max(maxLength, minLength));
}
