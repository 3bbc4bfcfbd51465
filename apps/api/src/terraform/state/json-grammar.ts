import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  JsonScanError,
  OPEN_LIST,
  OPEN_OBJECT,
  STRING,
  WORD,
} from './json-tokens.js';

/** Deepest nesting of objects and lists. */
const MAX_DEPTH = 200;
const KINDS_MAX = 16;

/** Tokens that may come next. */
const REFUSED = 0;
const TEXT = 1;
const END = 2;
const FIRST_NAME = 3;
const NAME = 4;
const BEHIND_NAME = 5;
const MEMBER = 6;
const BEHIND_MEMBER = 7;
const FIRST_ITEM = 8;
const ITEM = 9;
const BEHIND_ITEM = 10;

/** Tokens that may follow a kind; after an opening token, those that may follow its closing one. */
const NEXT = new Uint8Array(KINDS_MAX * (BEHIND_ITEM + 1));
const VALUES = [WORD, STRING, OPEN_OBJECT, OPEN_LIST];
const allow = (state: number, kinds: readonly number[], next: number): void =>
  kinds.forEach((kind) => (NEXT[state * KINDS_MAX + kind] = next));
allow(TEXT, VALUES, END);
allow(FIRST_NAME, [STRING], BEHIND_NAME);
allow(NAME, [STRING], BEHIND_NAME);
allow(BEHIND_NAME, [COLON], MEMBER);
allow(MEMBER, VALUES, BEHIND_MEMBER);
allow(BEHIND_MEMBER, [COMMA], NAME);
allow(FIRST_ITEM, VALUES, BEHIND_ITEM);
allow(ITEM, VALUES, BEHIND_ITEM);
allow(BEHIND_ITEM, [COMMA], ITEM);
/** Closing is allowed; what comes next was kept when the object or list was opened. */
const CLOSED = END;
allow(FIRST_NAME, [CLOSE_OBJECT], CLOSED);
allow(BEHIND_MEMBER, [CLOSE_OBJECT], CLOSED);
allow(FIRST_ITEM, [CLOSE_LIST], CLOSED);
allow(BEHIND_ITEM, [CLOSE_LIST], CLOSED);

/** Which kind of token may follow which, in a text of JSON. */
export class JsonGrammar {
  /** Objects and lists that are open. */
  depth = 0;
  private state = TEXT;
  /** Tokens that may follow each of them. */
  private readonly behind = new Uint8Array(MAX_DEPTH);

  /** The token that was taken last is the name of a member. */
  get isName(): boolean {
    return this.state === BEHIND_NAME;
  }

  /** The text is whole. */
  get isEnded(): boolean {
    return this.state === END;
  }

  /** @throws JsonScanError when a token of the kind may not come here */
  take(kind: number): void {
    const next = NEXT[this.state * KINDS_MAX + kind] ?? REFUSED;
    if (next === REFUSED) {
      throw new JsonScanError('The text is no JSON');
    }
    if (kind === OPEN_OBJECT || kind === OPEN_LIST) {
      this.open(next);
      this.state = kind === OPEN_OBJECT ? FIRST_NAME : FIRST_ITEM;
    } else if (kind === CLOSE_OBJECT || kind === CLOSE_LIST) {
      this.state = this.behind[--this.depth] ?? REFUSED;
    } else {
      this.state = next;
    }
  }

  private open(next: number): void {
    if (this.depth === MAX_DEPTH) {
      throw new JsonScanError('The text is nested too deep');
    }
    this.behind[this.depth++] = next;
  }
}
