/**
 * The own member of an object by a name that somebody gave, or `undefined`: what the prototype has, such as
 * `constructor`, is nobody's member.
 */
export function own<T extends object>(object: T, name: string): T[keyof T] | undefined {
  return Object.hasOwn(object, name) ? (Reflect.get(object, name) as T[keyof T]) : undefined;
}
