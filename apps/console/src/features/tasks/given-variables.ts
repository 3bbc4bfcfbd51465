import { ExactNumber, parseExact, type Task } from '@switchyard/contracts';

/** Variables that a launch was given, by name. */
export type Given = Readonly<Record<string, unknown>>;

/** The variables of an earlier task; none when their text is not readable. */
export function givenVariables({ environment }: Pick<Task, 'environment'>): Given {
  return parsedObject(environment) ?? {};
}

/** The object that a text of JSON holds; `null` = it holds none. */
export function parsedObject(text: string): Given | null {
  try {
    const value: unknown = parseExact(text);
    const isObject = typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
    return isObject && !Array.isArray(value) ? (value as Given) : null;
  } catch {
    return null;
  }
}
