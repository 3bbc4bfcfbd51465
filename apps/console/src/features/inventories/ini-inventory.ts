import { type InventoryFacts, InventoryTally } from './inventory-facts.js';

type Part = 'hosts' | 'children' | 'vars';

/** A group that is named before it may be known. */
interface Mention {
  name: string;
  line: number;
}

const SECTION = /^\[([^:\]\s]+)(?::(\w+))?\]\s*(?:#.*)?$/;
const isPart = (text: string): text is Part => text === 'hosts' || text === 'children' || text === 'vars';

/** Reads a list of hosts in the form of INI by the rules of Ansible's own plugin. */
export function iniFacts(text: string): InventoryFacts {
  const tally = new InventoryTally();
  const mentions: Mention[] = [];
  let part: Part = 'hosts';
  for (const [index, raw] of text.split('\n').entries()) {
    const [line, content] = [index + 1, raw.trim()];
    if (content === '' || /^[#;]/.test(content)) {
      continue;
    }
    const heading = SECTION.exec(content);
    if (heading !== null || /^\[(?:.*\]|[^\]]*)$/.test(content)) {
      const [, name = '', kind = 'hosts'] = heading ?? [];
      if (name === '' || !isPart(kind)) {
        tally.fault(line, 'section', content);
        continue;
      }
      part = kind;
      if (kind === 'vars') {
        mentions.push({ name, line });
      } else {
        tally.group(name);
      }
      continue;
    }
    entry(tally, { part, line, content, mentions });
  }
  mentions.filter(({ name }) => !tally.isGroup(name)).forEach(({ name, line }) => tally.fault(line, 'group', name));
  return tally.facts();
}

interface Entry {
  part: Part;
  line: number;
  content: string;
  mentions: Mention[];
}

function entry(tally: InventoryTally, { part, line, content, mentions }: Entry): void {
  if (part === 'hosts') {
    return hostLine(tally, line, content);
  }
  if (part === 'children') {
    const name = /^([^:\]\s]+)\s*(?:#.*)?$/.exec(content)?.[1];
    return name === undefined ? tally.fault(line, 'section', content) : void mentions.push({ name, line });
  }
  if (!content.includes('=')) {
    tally.fault(line, 'variable', content);
  }
}

function hostLine(tally: InventoryTally, line: number, content: string): void {
  const words = wordsOf(content);
  if (words === null) {
    return tally.fault(line, 'quote', content);
  }
  const [pattern, ...variables] = words;
  if (pattern === undefined) {
    return;
  }
  tally.host(pattern, line);
  const wrong = variables.find((word) => !word.includes('='));
  if (wrong !== undefined) {
    tally.fault(line, 'variable', wrong);
  }
}

/** Words as a shell splits them, up to a comment; `null` = a quotation mark is not closed. */
function wordsOf(content: string): string[] | null {
  const words: string[] = [];
  const parts = content.matchAll(/\\(.?)|"((?:\\.|[^"\\])*)"|'([^']*)'|(["'])|(#)|(\s+)|([^\s"'\\#]+)/g);
  let word: string | null = null;
  for (const [, escaped, double, single, open, comment, blank, plain] of parts) {
    if (open !== undefined) {
      return null;
    }
    if (comment !== undefined) {
      break;
    }
    if (blank === undefined) {
      word = (word ?? '') + (escaped ?? double ?? single ?? plain ?? '');
    } else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}
