import type { WorkBudget } from '../../../platform/workers/work-budget.js';

/**
 * `*` and `?` stop at a slash, `**` does not; every other character is itself. `**` with a slash behind it stands for whole directories, or
 * none: `dirs` is where they begin, `inside` within them.
 */
type Token = { kind: 'text'; text: string } | { kind: 'one' | 'some' | 'all' | 'dirs' | 'inside' };

/** A pattern of branches or paths. */
export interface Glob {
  /** All before the first wildcard. */
  prefix: string;
  tokens: readonly Token[];
}

/** Reads a pattern. */
export function parseGlob(pattern: string): Glob {
  const [prefix = ''] = /^[^*?]*/.exec(pattern) ?? [];
  const tokens = [...pattern.slice(prefix.length).matchAll(/\*\*\/?|\*|\?|[^*?]/gu)].flatMap(([part]): Token[] => {
    switch (part) {
      case '*':
        return [{ kind: 'some' }];
      case '?':
        return [{ kind: 'one' }];
      case '**':
        return [{ kind: 'all' }];
      case '**/':
        return [{ kind: 'dirs' }, { kind: 'inside' }];
      default:
        return [{ kind: 'text', text: part }];
    }
  });
  return { prefix, tokens };
}

/**
 * Whether a pattern fits the whole text. All ways to read it go along at once, so that the work is its length times that of the
 * pattern at most.
 * @throws BudgetSpent
 */
export function fits({ prefix, tokens }: Glob, text: string, budget: WorkBudget): boolean {
  budget.spend(prefix.length + 1);
  if (!text.startsWith(prefix)) {
    return false;
  }
  const [first] = tokens;
  if (tokens.length === 1 && first?.kind === 'all') {
    return true;
  }
  let places = closed(new Set([0]), tokens);
  for (const char of text.slice(prefix.length)) {
    if (places.size === 0) {
      return false;
    }
    budget.spend(places.size);
    places = closed(after(places, tokens, char), tokens);
  }
  return places.has(tokens.length);
}

/** Places in the pattern behind one more character. */
function after(places: ReadonlySet<number>, tokens: readonly Token[], char: string): Set<number> {
  const next = new Set<number>();
  for (const place of places) {
    const token = tokens[place];
    if (token && stays(token, char)) {
      next.add(place);
    }
    if (token && passes(token, char)) {
      next.add(place + 1);
    }
  }
  return next;
}

const stays = ({ kind }: Token, char: string): boolean =>
  kind === 'all' || kind === 'inside' || (kind === 'some' && char !== '/');

function passes(token: Token, char: string): boolean {
  switch (token.kind) {
    case 'text':
      return token.text === char;
    case 'one':
      return char !== '/';
    default:
      return token.kind === 'inside' && char === '/';
  }
}

/** With the places that follow without a character, as a star may stand for nothing. */
function closed(places: Set<number>, tokens: readonly Token[]): Set<number> {
  for (const place of places) {
    const kind = tokens[place]?.kind;
    if (kind === 'some' || kind === 'all') {
      places.add(place + 1);
    } else if (kind === 'dirs') {
      places.add(place + 1).add(place + 2);
    }
  }
  return places;
}
