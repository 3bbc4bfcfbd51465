import { deflateSync, inflateSync } from 'node:zlib';
import { ByteText } from './byte-text.js';
import { endOfString } from './json-tokens.js';

/** Characters of a hash. */
const HASH_LENGTH = 16;
/** Most resources that are compared. */
const MAX_RESOURCES = 50_000;
/** Most bytes of a list: a short state can have many instances of one long address. */
const MAX_BYTES = 8 * 1_048_576;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Members that make the address. */
const ADDRESS = ['module', 'type', 'name'] as const;
/** Text that the address of an instance ends with. */
const INSTANCE_ADDRESS = ['deposed'] as const;

/** Names and values of a resource or an instance: the JSON of each. */
type Members = ReadonlyMap<string, ByteText>;

/**
 * Addresses of resources with a hash of each, as JSON: `[["address","hash"],…]`. It is written as bytes: objects of each
 * resource live as long as the request, and so are collected only with the whole heap of the api.
 */
export class ResourceList {
  private readonly json = new ByteText().add('[');
  /** Instances of the resource at hand: what follows its address, and the hash. */
  private readonly instances = new ByteText();
  /** Where each of them ends. */
  private readonly ends: number[] = [];
  private count = 0;
  private isFull = false;

  /** @param hash of which {@link HASH_LENGTH} characters are kept @throws SyntaxError for a false escape in its address */
  addInstance(members: Members, hash: string): void {
    requireEscapes(members, INSTANCE_ADDRESS);
    if (!this.isTooMuch()) {
      addSuffix(this.instances, members);
      this.ends.push(this.instances.add(hash, HASH_LENGTH).size);
    }
  }

  /** The instances that were added belong to this resource. @throws SyntaxError for a false escape in its address */
  endResource(members: Members): void {
    requireEscapes(members, ADDRESS);
    if (!isData(members)) {
      this.addEntries(members);
    }
    this.ends.length = 0;
    this.instances.clear();
  }

  /** `null` = there are too many to keep. */
  finish(): Buffer | null {
    return this.isFull ? null : Buffer.from(this.json.add(']').view());
  }

  private isTooMuch(): boolean {
    return this.count + this.ends.length > MAX_RESOURCES || this.json.size + this.instances.size > MAX_BYTES;
  }

  private addEntries(members: Members): void {
    let from = 0;
    for (const end of this.ends) {
      this.isFull ||= this.isTooMuch();
      if (this.isFull) {
        return;
      }
      this.addEntry(members, from, end);
      from = end;
    }
    this.count += this.ends.length;
  }

  private addEntry(members: Members, from: number, end: number): void {
    this.json.add(this.json.size === 1 ? '["' : ',["');
    addAddress(this.json, members);
    this.json.append(this.instances, from, end - HASH_LENGTH).add('","');
    this.json.append(this.instances, end - HASH_LENGTH, end).add('"]');
  }
}

/** A small window, as the list repeats what is near. */
const PACKING = { level: 1, windowBits: 12, memLevel: 6 } as const;
const LIST = 0x5b;

/** A list as it is stored: a third of its bytes. */
export const packedList = (list: Buffer): Buffer => deflateSync(list, PACKING);

/** @param stored what {@link packedList} made, or a list of before, which begins as JSON does */
export const unpackedList = (stored: Buffer): Buffer =>
  stored[0] === LIST ? stored : inflateSync(stored, { maxOutputLength: 2 * MAX_BYTES });

/** The hashes by their address, of a list from an entry on. */
export const hashesIn = (list: Buffer, from = 1): ReadonlyMap<string, string> =>
  new Map(from < list.length ? (JSON.parse(`[${list.toString('utf8', from)}`) as [string, string][]) : []);

/**
 * Where two lists begin to have other addresses, and how many hashes differ before that.
 * @returns places of the entries, or of the end of a list
 */
export function commonPart(before: Buffer, after: Buffer): { before: number; after: number; changed: number } {
  let [b, a, changed] = [1, 1, 0];
  while (before[b] !== undefined && after[a] !== undefined) {
    const [bEnd, aEnd] = [endOfAddress(before, b), endOfAddress(after, a)];
    if (bEnd < 0 || aEnd < 0 || before.compare(after, a, aEnd, b, bEnd) !== 0) {
      break;
    }
    const [bNext, aNext] = [bEnd + ENTRY_REST, aEnd + ENTRY_REST];
    changed += before.compare(after, aEnd, aNext - 1, bEnd, bNext - 1) === 0 ? 0 : 1;
    [b, a] = [bNext, aNext];
  }
  return { before: b, after: a, changed };
}

/** Of an entry behind its address: `,"hash"]` and what separates it from the next one. */
const ENTRY_REST = HASH_LENGTH + 5;

/** Behind the address of the entry that begins there; negative when none does. */
const endOfAddress = (list: Buffer, at: number): number => (list[at + 1] === QUOTE ? endOfString(list, at + 2) : -1);

function addAddress(json: ByteText, members: Members): void {
  const start = json.size;
  for (const name of ADDRESS) {
    const value = members.get(name);
    if (value && isText(value)) {
      json.add(json.size === start ? '' : '.');
      json.append(value, 1, value.size - 1);
    }
  }
}

function addSuffix(json: ByteText, members: Members): void {
  const [index, deposed] = [members.get('index_key'), members.get('deposed')];
  if (index && index.size > 0 && !index.equals(NULL)) {
    addEscaped(json.add('['), index.view());
    json.add(']');
  }
  if (deposed && isText(deposed)) {
    json
      .add(' (deposed ')
      .append(deposed, 1, deposed.size - 1)
      .add(')');
  }
}

const NULL = Buffer.from('null');
const DATA = Buffer.from('"data"');

/** A source of data, which Terraform reads and does not manage. */
const isData = (members: Members): boolean => members.get('mode')?.equals(DATA) ?? false;

/** JSON of a text that is not empty. */
const isText = (value: ByteText): boolean => value.size > 2 && value.begins(QUOTE);

function requireEscapes(members: Members, names: readonly string[]): void {
  for (const name of names) {
    const value = members.get(name);
    if (value?.has(BACKSLASH)) {
      JSON.parse(value.view().toString());
    }
  }
}

/** JSON within the JSON of a text. */
function addEscaped(json: ByteText, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE || bytes[at] === BACKSLASH) {
      json.add('\\');
    }
    json.copy(bytes, at, at + 1);
  }
}
