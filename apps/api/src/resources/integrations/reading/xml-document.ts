import { MAX_JSON_DEPTH, MAX_JSON_VALUES, type Problem, problem } from '@switchyard/contracts';
import { SaxesParser } from 'saxes';

/** Member of an element with text beside attributes or elements. */
const TEXT = '#text';
/** Before the name of an attribute. */
const ATTRIBUTE = '@';

/** Why a text is no document that is read. */
export class XmlFault extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** By name; several values of one name are a list. */
type Members = Map<string, unknown>;

interface OpenElement {
  name: string;
  members: Members;
  isPlain: boolean;
  text: string;
}

/**
 * The document of an XML text as objects and texts, so that a path leads into it as into JSON. An element with nothing but text is
 * that text; any other has its elements by their names, several of one name as a list, its attributes with `@` before their names,
 * and its text as `#text`. Names keep their prefix. There are no entities but the five of XML, and bounds as those of JSON.
 * @see https://www.w3.org/TR/xml/
 * @throws XmlFault
 */
export function xmlDocument(text: string): unknown {
  const builder = new TreeBuilder();
  const parser = new SaxesParser();
  parser.on('error', () => {
    throw new XmlFault(problem('xml_syntax_at', { line: parser.line, column: parser.column + 1 }));
  });
  parser.on('opentag', ({ name, attributes }) => builder.open(name, attributes));
  parser.on('text', (part) => builder.add(part));
  parser.on('cdata', (part) => builder.add(part));
  parser.on('closetag', () => builder.close());
  parser.write(text).close();
  return Object.fromEntries(builder.document);
}

class TreeBuilder {
  readonly document: Members = new Map();
  private readonly elements: OpenElement[] = [];
  private values = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const entries = Object.entries(attributes);
    this.values += 1 + entries.length;
    if (this.values > MAX_JSON_VALUES) {
      throw new XmlFault(problem('json_values', { max: MAX_JSON_VALUES }));
    }
    if (this.elements.length >= MAX_JSON_DEPTH) {
      throw new XmlFault(problem('json_deep', { max: MAX_JSON_DEPTH }));
    }
    const members: Members = new Map(entries.map(([attribute, value]) => [ATTRIBUTE + attribute, value]));
    this.elements.push({ name, members, isPlain: entries.length === 0, text: '' });
  }

  add(part: string): void {
    const element = this.elements.at(-1);
    if (element) {
      element.text += part;
    }
  }

  close(): void {
    const element = this.elements.pop();
    if (!element) {
      return;
    }
    const parent = this.elements.at(-1);
    addMember(parent?.members ?? this.document, element.name, valueOf(element));
    if (parent) {
      parent.isPlain = false;
    }
  }
}

function valueOf({ members, isPlain, text }: OpenElement): unknown {
  if (isPlain) {
    return text;
  }
  return Object.fromEntries(text.trim() === '' ? members : members.set(TEXT, text));
}

function addMember(members: Members, name: string, value: unknown): void {
  const known = members.get(name);
  if (known === undefined) {
    members.set(name, value);
  } else if (Array.isArray(known)) {
    known.push(value);
  } else {
    members.set(name, [known, value]);
  }
}
