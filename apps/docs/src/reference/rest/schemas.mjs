/**
 * @typedef {{
 *   $ref?: string, type?: string | string[], properties?: Record<string, Schema>, required?: string[], items?: Schema,
 *   additionalProperties?: Schema | boolean, anyOf?: Schema[], oneOf?: Schema[], allOf?: Schema[], enum?: unknown[], const?: unknown,
 *   format?: string, pattern?: string, minimum?: number, maximum?: number, minLength?: number, maxLength?: number, maxItems?: number,
 *   default?: unknown, example?: unknown, description?: string
 * }} Schema of JSON, as the OpenAPI document has it
 * @typedef {Record<string, Schema>} Schemas components of the document, by name
 */

/** Members below this depth are not listed: the row of their parent names their type. */
const DEPTH = 3;

/** The schema that a reference names; itself without one. @param {Schema} schema @param {Schemas} schemas @returns {Schema} */
function resolved(schema, schemas) {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** Forms that a value may have, `null` apart. @param {Schema} schema @param {Schemas} schemas @returns {{ forms: Schema[], isNullable: boolean }} */
export function formsOf(schema, schemas) {
  const own = resolved(schema, schemas);
  const choices = own.anyOf ?? own.oneOf;
  const types = [own.type ?? []].flat();
  if (!choices) {
    const rest = types.filter((type) => type !== 'null');
    const form = types.length > rest.length ? { ...own, type: rest } : own;
    return { forms: rest.length > 0 || types.length === 0 ? [form] : [], isNullable: types.length > rest.length };
  }
  const inner = choices.map((choice) => formsOf(choice, schemas));
  return {
    forms: inner.flatMap(({ forms }) => forms),
    isNullable: inner.some(({ isNullable }) => isNullable),
  };
}

const NAMES = /** @type {Record<string, string>} */ ({ string: 'text', integer: 'number', boolean: 'true or false' });

/** A type with its bounds, in words. @param {Schema} schema @param {Schemas} schemas @returns {string} */
export function typeOf(schema, schemas) {
  const { forms, isNullable } = formsOf(schema, schemas);
  const words = new Set([...forms.map((form) => wordsOf(form, schemas)), ...(isNullable ? ['null'] : [])]);
  return [...words].join(' or ') || 'any value';
}

/** @param {Schema} form @param {Schemas} schemas @returns {string} */
function wordsOf(form, schemas) {
  const [type = 'any value'] = [form.type ?? (form.properties ? 'object' : [])].flat();
  if (form.const !== undefined) {
    return `\`${JSON.stringify(form.const)}\``;
  }
  if (form.enum) {
    return form.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  }
  if (type === 'array') {
    const bound = form.maxItems === undefined ? '' : ` (at most ${form.maxItems})`;
    return `list of ${form.items ? typeOf(form.items, schemas) : 'any value'}${bound}`;
  }
  return [NAMES[type] ?? type, ...boundsOf(form)].join(', ');
}

/** Bounds of the types themselves: 32 bits of an id, and safe integers. */
const FREE = [2 ** 31 - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/** A range in words, such as `1 to 255`; nothing where it bounds nothing. @param {number} [from] @param {number} [to] */
function rangeOf(from, to) {
  const [least, most] = [from, to].map((value) => (value === undefined || FREE.includes(value) ? undefined : value));
  if (least === undefined || most === undefined) {
    return least === undefined ? (most === undefined ? '' : `up to ${most}`) : `from ${least}`;
  }
  return `${least} to ${most}`;
}

/** @param {Schema} form @returns {string[]} */
function boundsOf({ format, minimum, maximum, minLength, maxLength }) {
  const length = rangeOf(minLength || undefined, maxLength);
  return [format ?? '', rangeOf(minimum, maximum), length && `${length} characters`].filter(Boolean);
}

/**
 * Members of an object and of the objects in it, one row each: path, type, and whether it must be there.
 * @param {Schema} schema @param {Schemas} schemas @returns {[path: string, type: string, isRequired: boolean][]}
 */
export function membersOf(schema, schemas, prefix = '', depth = 1) {
  const rows = formsOf(schema, schemas).forms.flatMap((form) =>
    Object.entries(form.properties ?? {}).flatMap(([name, member]) => {
      const path = `${prefix}${name}`;
      const isRequired = form.required?.includes(name) ?? false;
      /** @type {[string, string, boolean]} */
      const row = [path, typeOf(member, schemas), isRequired];
      const items = formsOf(member, schemas).forms.find(({ type }) => [type].flat().includes('array'))?.items;
      const inner = items ? [items, `${path}[].`] : [member, `${path}.`];
      const [below, place] = /** @type {[Schema, string]} */ (inner);
      return [row, ...(depth < DEPTH ? membersOf(below, schemas, place, depth + 1) : [])];
    }),
  );
  return rows.filter(([path], index) => rows.findIndex(([other]) => other === path) === index);
}
