/** Short words of JSON Schema, for what public documents say of a value. */
export const text = { type: 'string' };
export const number = { type: 'integer' };
export const flag = { type: 'boolean' };
export const time = { type: 'string', format: 'date-time' };
export const some = { type: 'object' };
export const list = { type: 'array' };
export const oneOf = (...values: readonly string[]) => ({ enum: values });
export const orNull = ({ type }: { type: string }) => ({ type: [type, 'null'] });

/** These members, and no others. */
export const only = (properties: Record<string, object>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

export const EXAMPLE_TIME = '2026-11-29T08:00:00Z';
