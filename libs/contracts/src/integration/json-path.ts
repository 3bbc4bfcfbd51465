/** Most parts of a path. */
const MAX_PARTS = 32;

/**
 * The parts of a path into a JSON document: names joined by dots, with indexes of lists in brackets or as parts of their own, as
 * in `commits.[0].id`, `commits[0].id` and `commits.0.id`. `null` = it is none.
 */
export function jsonPathParts(path: string): string[] | null {
  const plain = path.includes('[') ? path.replaceAll(/\.?\[(\d{1,9})\]/g, '.$1').replace(/^\./, '') : path;
  const parts = plain.split('.');
  const isPath = parts.length <= MAX_PARTS && parts.every((part) => part !== '' && !/[[\]]/.test(part));
  return isPath ? parts : null;
}
