const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A part of a JSON text: from `start` up to, without, `end`. */
export interface JsonPart {
  start: number;
  end: number;
}

/**
 * The members of an object that begins at `from`, so that one of them is found without making values of all the others.
 * @throws SyntaxError where it is cut off or no object
 */
export function* jsonMembers(text: string, from = 0): Generator<JsonPart & { name: string }> {
  let at = inside(text, from, OPEN_OBJECT);
  while (text.charCodeAt(at) !== CLOSE_OBJECT) {
    const nameEnd = stringEnd(text, at);
    const start = skipSpace(text, expect(text, skipSpace(text, nameEnd), COLON));
    const end = valueEnd(text, start);
    yield { name: JSON.parse(text.slice(at, nameEnd)) as string, start, end };
    at = next(text, end, CLOSE_OBJECT);
  }
}

/**
 * The elements of a list that begins at `from`.
 * @throws SyntaxError where it is cut off or no list
 */
export function* jsonElements(text: string, from = 0): Generator<JsonPart> {
  let at = inside(text, from, OPEN_LIST);
  while (text.charCodeAt(at) !== CLOSE_LIST) {
    const end = valueEnd(text, at);
    yield { start: at, end };
    at = next(text, end, CLOSE_LIST);
  }
}

const inside = (text: string, from: number, open: number): number =>
  skipSpace(text, expect(text, skipSpace(text, from), open));

/** Where the next part begins, or the end of them all is. */
function next(text: string, end: number, close: number): number {
  const at = skipSpace(text, end);
  return text.charCodeAt(at) === close ? at : skipSpace(text, expect(text, at, COMMA));
}

function expect(text: string, at: number, code: number): number {
  if (text.charCodeAt(at) !== code) {
    throw new SyntaxError(`unexpected text at ${at}`);
  }
  return at + 1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) {
    at += 1;
  }
  return at;
}

/** Behind the value that begins here. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      at += 1;
      continue;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (depth === 0) {
        return at;
      }
      depth -= 1;
      at += 1;
    } else if (depth === 0 && (code === COMMA || code <= SPACE)) {
      return at;
    } else {
      at += 1;
      continue;
    }
    if (depth === 0) {
      return at;
    }
  }
  throw new SyntaxError('the text is cut off');
}

/** Behind the closing quote of the string that begins here. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', expect(text, from, QUOTE)); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) {
      escapes += 1;
    }
    if (escapes % 2 === 0) {
      return at + 1;
    }
  }
  throw new SyntaxError('a string is cut off');
}
