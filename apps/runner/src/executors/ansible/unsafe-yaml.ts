import { ExactNumber } from '@switchyard/contracts';

/** Longest key YAML allows without the `? ` form (YAML 1.1, section 9.2), with some room. */
const LONGEST_PLAIN_KEY = 1_000;

/**
 * YAML that Ansible reads as exactly these variables: every string carries the tag `!unsafe`, so that no value is
 * ever taken for a template. Values are JSON values; the text is pure ASCII.
 */
export function unsafeYaml(variables: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(variables).map(([name, value]) => entry(name, value));
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

function entry(name: string, value: unknown): string {
  const key = quoted(name);
  return `${key.length > LONGEST_PLAIN_KEY ? '? ' : ''}${key}: ${flow(value)}`;
}

function flow(value: unknown): string {
  if (typeof value === 'string') {
    return `!unsafe ${quoted(value)}`;
  }
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return yamlNumber(String(value));
  }
  if (Array.isArray(value)) {
    return `[${value.map(flow).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => entry(name, member))
      .join(', ')}}`;
  }
  return typeof value === 'boolean' ? String(value) : 'null';
}

/** YAML 1.1 takes a number with an exponent for one only when it has a decimal point. */
function yamlNumber(text: string): string {
  const written = text.toLowerCase().replace(/e(?=\d)/, 'e+');
  return written.includes('.') ? written : written.replace('e', '.0e');
}

/** Double-quoted scalar with every other character than printable ASCII escaped. A half of a surrogate pair is replaced. */
function quoted(text: string): string {
  const escaped = [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === '\\') {
      return `\\${character}`;
    }
    if (code >= 0x20 && code < 0x7f) {
      return character;
    }
    if (code > 0xffff) {
      return `\\U${hex(code, 8)}`;
    }
    return `\\u${hex(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code, 4)}`;
  });
  return `"${escaped.join('')}"`;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
