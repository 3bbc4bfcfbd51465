/** A value of JSON as CEL has it: whole numbers are `int`, others `double`. */
export function toCel(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map(toCel);
  }
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toCel(each)])) : value;
}

/** A value of CEL as JSON has it; `undefined` = JSON has none of its kind, or no number so large. */
export function fromCel(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : undefined;
  }
  if (Array.isArray(value)) {
    const list = value.map(fromCel);
    return list.includes(undefined) ? undefined : list;
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(([name, each]) => [name, fromCel(each)] as const);
    return members.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(members);
  }
  return value === null || typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
