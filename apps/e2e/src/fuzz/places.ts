import type { Operation, Schema } from './api-document.js';

/** Where a request is made hostile. */
export type Place =
  | { in: 'path' | 'query'; name: string }
  /** A member of the body, by the names that lead to it; `0` = an element of a list. */
  | { in: 'member'; names: readonly string[] }
  /** The body as a whole, the head, or nothing at all. */
  | { in: 'body' | 'head' | 'nowhere' };

/** A place of an operation. */
export interface Target {
  operation: Operation;
  place: Place;
}

/** Everything of the operation that can be hostile: each parameter, each member of the body, body and head. */
export function targetsOf(operation: Operation): Target[] {
  // Headers are the head's.
  const parameters = operation.parameters.flatMap(({ in: where, name }): Place[] =>
    where === 'path' || where === 'query' ? [{ in: where, name }] : [],
  );
  const members = operation.body ? membersOf(operation.body).map((names): Place => ({ in: 'member', names })) : [];
  const places: Place[] = [{ in: 'nowhere' }, { in: 'head' }, { in: 'body' }, ...parameters, ...members];
  return places.map((place) => ({ operation, place }));
}

export function nameOf({ operation, place }: Target): string {
  switch (place.in) {
    case 'path':
    case 'query':
      return `${operation.name} ${place.in} ${place.name}`;
    case 'member':
      return `${operation.name} body ${place.names.join('.')}`;
    case 'body':
    case 'head':
    case 'nowhere':
      return `${operation.name} ${place.in}`;
  }
}

function membersOf(schema: Schema, within: readonly string[] = []): string[][] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const here = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const names = [...within, name];
    return [names, ...membersOf(member, names)];
  });
  const element = [...within, '0'];
  const elements = schema.items ? [element, ...membersOf(schema.items, element)] : [];
  const all = [...here, ...elements, ...variants.flatMap((variant) => membersOf(variant, within))];
  return [...new Map(all.map((names) => [names.join('.'), names])).values()];
}
