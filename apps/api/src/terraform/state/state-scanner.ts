import { createHash, hash, type Hash } from 'node:crypto';
import { ByteText } from './byte-text.js';
import { KnownNames } from './json-bytes.js';
import { JsonScanner } from './json-scanner.js';
import { JsonScanError } from './json-tokens.js';
import { ResourceList } from './resource-list.js';

/** Facts about a state that was read completely. */
export interface StateFacts {
  serial: number;
  lineage: string;
  /** Where the digits of the serial begin and end. */
  serialAt: readonly [begin: number, end: number];
  /**
   * Hashes of the managed resources by their address, as `ResourceList` has them; `null` = there are too many to keep, or the tool has
   * encrypted them.
   */
  resources: Buffer | null;
}

/** Why bytes are no state. */
export type StateFault = 'state_json' | 'state_serial' | 'state_lineage';

const MAX_LINEAGE = 255;

/** Depth of members of the state, of a resource and of an instance. */
const [STATE, RESOURCE, INSTANCE] = [1, 3, 5] as const;
/** Only an encrypted state has it, in the place of its resources (opentofu.org/docs/language/state/encryption). */
const ENCRYPTION = 'encryption_version';
/** Members that are read, by the depth of their object. */
const READ: Readonly<Record<number, ReadonlySet<string>>> = {
  [STATE]: new Set(['serial', 'lineage', ENCRYPTION]),
  [RESOURCE]: new Set(['module', 'mode', 'type', 'name']),
  [INSTANCE]: new Set(['index_key', 'deposed']),
};
const NAMES = new KnownNames(['resources', 'instances', ...Object.values(READ).flatMap((names) => [...names])]);

/**
 * Reads a state (version 4 of the format) as it arrives: its serial and lineage, and a hash of each resource. Of the state
 * itself it keeps nothing.
 */
export class StateScanner {
  private readonly json = new JsonScanner({
    depth: INSTANCE,
    names: NAMES,
    wants: (isName) => this.wants(isName),
    open: (at) => this.open(at),
    close: (end) => this.close(end),
    key: (name) => void (this.keys[this.keys.length - 1] = name),
    scalar: (bytes, from, end, at) => this.scalar(bytes, from, end, at),
  });
  /** Name of the member at hand, of each object and list that is open. */
  private readonly keys: string[] = [];
  private readonly top = new Map<string, { raw: string; at: number }>();
  private readonly resource = membersAt(RESOURCE);
  private readonly instance = membersAt(INSTANCE);
  private readonly resources = new ResourceList();
  private chunk: Buffer = Buffer.alloc(0);
  /** Where the chunk at hand begins. */
  private base = 0;
  /** Where the instance at hand begins, or goes on after what was hashed of it; `null` = there is none. */
  private instanceAt: number | null = null;
  /** Hash of an instance that began in an earlier chunk. */
  private hash: Hash | null = null;

  /** Answers the fault that was found so far, if any. */
  feed(chunk: Buffer): StateFault | null {
    this.chunk = chunk;
    try {
      this.json.feed(chunk);
    } catch (error) {
      return faultOf(error);
    }
    this.carryInstance();
    this.base += chunk.length;
    return null;
  }

  finish(): StateFacts | StateFault {
    try {
      this.json.finish();
      return this.facts();
    } catch (error) {
      return faultOf(error);
    }
  }

  private facts(): StateFacts | StateFault {
    const serial = this.top.get('serial');
    if (!serial || !/^\d+$/.test(serial.raw) || !Number.isSafeInteger(Number(serial.raw))) {
      return 'state_serial';
    }
    const lineage = textOf(this.top.get('lineage')?.raw);
    if (lineage === '' || lineage.length > MAX_LINEAGE) {
      return 'state_lineage';
    }
    const { raw, at } = serial;
    const resources = this.top.has(ENCRYPTION) ? null : this.resources.finish();
    return { serial: Number(raw), lineage, serialAt: [at, at + raw.length], resources };
  }

  /** Names of members that may be read, and the values of those that are. */
  private wants(isName: boolean): boolean {
    const names = READ[this.keys.length];
    return names !== undefined && (isName || names.has(this.keys.at(-1) ?? ''));
  }

  private open(at: number): void {
    this.keys.push('');
    if (this.keys.length === INSTANCE && this.isInstance()) {
      clear(this.instance);
      this.instanceAt = at;
    }
  }

  private close(end: number): void {
    const depth = this.keys.length;
    this.keys.pop();
    if (depth === INSTANCE && this.instanceAt !== null) {
      this.resources.addInstance(this.instance, this.endHash(end));
    } else if (depth === RESOURCE && this.keys[0] === 'resources') {
      this.resources.endResource(this.resource);
      clear(this.resource);
    }
  }

  private isInstance(): boolean {
    return this.keys[0] === 'resources' && this.keys[RESOURCE - 1] === 'instances';
  }

  private scalar(bytes: Buffer, from: number, end: number, at: number): void {
    const depth = this.keys.length;
    const name = this.keys[depth - 1] ?? '';
    if (depth === STATE) {
      this.top.set(name, { raw: bytes.toString('utf8', from, end), at });
    } else if (this.keys[0] === 'resources') {
      const member = (depth === RESOURCE ? this.resource : this.instance).get(name);
      member?.clear();
      member?.copy(bytes, from, end);
    }
  }

  /** Hashes what the chunk holds of an instance that goes on in the next one. */
  private carryInstance(): void {
    if (this.instanceAt !== null) {
      this.hash ??= createHash('sha256');
      this.hash.update(this.part(this.instanceAt, this.base + this.chunk.length));
      this.instanceAt = this.base + this.chunk.length;
    }
  }

  private endHash(end: number): string {
    const rest = this.part(this.instanceAt ?? end, end);
    const digest = this.hash ? this.hash.update(rest).digest('base64url') : hash('sha256', rest, 'base64url');
    this.instanceAt = null;
    this.hash = null;
    return digest;
  }

  private part(from: number, to: number): Buffer {
    return this.chunk.subarray(from - this.base, to - this.base);
  }
}

type Members = ReadonlyMap<string, ByteText>;

const membersAt = (depth: number): Members => new Map([...(READ[depth] ?? [])].map((name) => [name, new ByteText()]));

const clear = (members: Members): void => members.forEach((member) => member.clear());

/** The text of a JSON string; empty for anything else. */
function textOf(raw: string | undefined): string {
  if (!raw?.startsWith('"')) {
    return '';
  }
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
}

function faultOf(error: unknown): StateFault {
  if (error instanceof JsonScanError || error instanceof SyntaxError) {
    return 'state_json';
  }
  throw error;
}
