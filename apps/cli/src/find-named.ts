import { CommandError, EXIT } from './exit-codes.js';

interface Named {
  id: number;
  name: string;
}

/** Names that a refusal suggests. */
const SUGGESTIONS = 5;

/**
 * The item with an id or a name. A name counts in its own spelling first, then whatever its case.
 * @param kind what it is, for refusals
 * @throws CommandError when there is none, or several have the name
 */
export function findNamed<T extends Named>(kind: string, items: readonly T[], text: string): T {
  const lower = text.toLowerCase();
  const matches = [
    (item: T) => item.name === text,
    (item: T) => String(item.id) === text,
    (item: T) => item.name.toLowerCase() === lower,
  ].map((isMatch) => items.filter(isMatch));
  const found = matches.find(({ length }) => length > 0) ?? [];
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new CommandError(`Several are called "${text}": name the ${kind} by its id (${ids})`, EXIT.usage);
  }
  const [only] = found;
  if (only === undefined) {
    throw new CommandError(`There is no ${kind} "${text}"${suggestion(items, lower)}`, EXIT.notFound);
  }
  return only;
}

function suggestion(items: readonly Named[], lower: string): string {
  const near = items.map(({ name }) => name).filter((name) => name.toLowerCase().includes(lower));
  return near.length === 0 ? '' : `. Similar: ${near.slice(0, SUGGESTIONS).join(', ')}`;
}
