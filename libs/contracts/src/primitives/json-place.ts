/** Longest place and longest member name in it, in characters; a longer one is cut. */
const MAX_PLACE = 200;
const MAX_NAME = 60;

/** Path to the value in which a character of a JSON text stands, such as `hosts.3.name`; `''` = the document itself. */
export function jsonPlace(text: string, upTo: number): string {
  const path: (string | number)[] = [];
  for (let at = 0; at < upTo; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      enter(path, text, at, end);
      at = end;
    } else if (char === '{' || char === '[') {
      path.push(char === '[' ? 0 : '');
    } else if (char === '}' || char === ']') {
      path.pop();
    } else if (char === ',') {
      nextElement(path);
    }
  }
  return path
    .filter((step) => step !== '')
    .join('.')
    .slice(0, MAX_PLACE);
}

/** A name before a colon is the member that follows. */
function enter(path: (string | number)[], text: string, start: number, end: number): void {
  const isMember = typeof path.at(-1) === 'string' && /^\s*:/.test(text.slice(end + 1, end + 20));
  if (isMember) {
    path[path.length - 1] = text.slice(start + 1, Math.min(end, start + 1 + MAX_NAME));
  }
}

function nextElement(path: (string | number)[]): void {
  const last = path.at(-1);
  if (typeof last === 'number') {
    path[path.length - 1] = last + 1;
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    at += text[at] === '\\' ? 2 : 1;
  }
  return at;
}
