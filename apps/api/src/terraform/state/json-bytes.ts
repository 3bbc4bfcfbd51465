/** Names that a reader of JSON knows, found by their bytes so that nothing is made for each occurrence. */
export class KnownNames {
  private readonly names: readonly string[];
  private readonly bytes: readonly Buffer[];

  constructor(names: readonly string[]) {
    this.names = names;
    this.bytes = names.map((name) => Buffer.from(JSON.stringify(name)));
  }

  /** The name whose JSON, quotes included, stands there. */
  find(chunk: Buffer, from: number, end: number): string | undefined {
    return this.names[placeOf(this.bytes, chunk, from, end)];
  }
}

/** Which of some texts stands there; negative when none does. */
function placeOf(texts: readonly Buffer[], chunk: Buffer, from: number, end: number): number {
  let place = texts.length - 1;
  while (place >= 0 && !isText(texts[place] ?? NONE, chunk, from, end)) {
    place--;
  }
  return place;
}

const NONE = Buffer.alloc(0);

const isText = (text: Buffer, chunk: Buffer, from: number, end: number): boolean =>
  text.length === end - from && isSame(text, chunk, from);

export function isSame(bytes: Buffer, chunk: Buffer, from: number): boolean {
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== chunk[from + i]) {
      return false;
    }
  }
  return true;
}

const [ZERO, NINE, MINUS, PLUS, POINT, UPPER_E, LOWER_E] = [0x30, 0x39, 0x2d, 0x2b, 0x2e, 0x45, 0x65];
const WORDS = ['null', 'true', 'false'].map((word) => Buffer.from(word));

/** Whether a literal or a number of JSON (RFC 8259, 3 and 6) stands there. */
export function isWord(chunk: Buffer, from: number, end: number): boolean {
  const first = chunk[from] ?? 0;
  return first === MINUS || isDigit(first)
    ? endOfNumber(chunk, from, end) === end
    : placeOf(WORDS, chunk, from, end) >= 0;
}

/** Where a number ends; negative when there is none. */
function endOfNumber(chunk: Buffer, from: number, end: number): number {
  const begin = chunk[from] === MINUS ? from + 1 : from;
  const whole = endOfDigits(chunk, begin, end);
  if (chunk[begin] === ZERO && whole !== begin + 1) {
    return -1;
  }
  const part = whole < end && chunk[whole] === POINT ? endOfDigits(chunk, whole + 1, end) : whole;
  if (part < 0 || part === end || (chunk[part] !== UPPER_E && chunk[part] !== LOWER_E)) {
    return part;
  }
  const sign = chunk[part + 1] === PLUS || chunk[part + 1] === MINUS ? 1 : 0;
  return endOfDigits(chunk, part + 1 + sign, end);
}

/** Where the digits end that begin there; negative when there are none. */
function endOfDigits(chunk: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(chunk[at] ?? 0)) {
    at++;
  }
  return at === from ? -1 : at;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Whether a byte stands among others. */
export function hasByte(chunk: Buffer, byte: number, from: number, end: number): boolean {
  let at = from;
  while (at < end && chunk[at] !== byte) {
    at++;
  }
  return at < end;
}
