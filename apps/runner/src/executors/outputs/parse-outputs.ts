import type { PublishedOutput } from '@switchyard/contracts';

/** Outputs that a tool gives, and a sentence for each part of them that is no output. */
export interface GivenOutputs {
  given: readonly PublishedOutput[];
  refused: readonly string[];
}

/** `name=text`, `name:=JSON`, `name<<END` or `name:<<END`. */
const HEAD = /^(?<name>[^=<]*?)(?<json>:?)(?<kind>=|<<)(?<rest>.*)$/s;

/** A value as it is written; `text` is null when its end is missing. */
interface Entry {
  line: number;
  name: string;
  isJson: boolean;
  text: string | null;
}

/**
 * Reads the file of outputs of a script, whose form is that of `GITHUB_OUTPUT`, with JSON beside it. Lines end with LF or CRLF, empty ones
 * count for nothing.
 *
 * ```
 *   version=1.4.2          a text
 *   replicas:=3            any JSON
 *   notes<<END             the lines up to END, as a text; `notes:<<END` = as JSON
 *   …
 *   END
 * ```
 */
export function parseOutputs(text: string): GivenOutputs {
  const given: PublishedOutput[] = [];
  const refused: string[] = [];
  for (const entry of entriesOf(text.split(/\r?\n/))) {
    const value = typeof entry === 'number' ? undefined : valueOf(entry);
    if (typeof entry === 'number') {
      refused.push(`Line ${entry} of the outputs is left out: it is not name=value`);
    } else if (entry.text === null) {
      refused.push(`Line ${entry.line} of the outputs and what follows are left out: the end of the value is missing`);
    } else if (value === undefined) {
      refused.push(`Line ${entry.line} of the outputs is left out: the value is not JSON`);
    } else {
      given.push({ name: entry.name, value, secret: false });
    }
  }
  return { given, refused };
}

/** Yields the number of a line that is none. */
function* entriesOf(lines: readonly string[]): Generator<Entry | number> {
  for (let i = 0; i < lines.length; i++) {
    const line = i + 1;
    const { name = '', json, kind, rest = '' } = HEAD.exec(lines[i] ?? '')?.groups ?? {};
    const isJson = json === ':';
    if (kind === '<<') {
      const end = rest === '' ? -1 : lines.indexOf(rest, line);
      yield { line, name, isJson, text: end < 0 ? null : lines.slice(line, end).join('\n') };
      i = end < 0 ? lines.length : end;
    } else if (kind === '=') {
      yield { line, name, isJson, text: rest };
    } else if (lines[i] !== '') {
      yield line;
    }
  }
}

/** `undefined` = it is not JSON. */
function valueOf({ text, isJson }: Entry): unknown {
  if (!isJson || text === null) {
    return text;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
