/**
 * The little of Protocol Buffers and MessagePack that a Terraform provider needs: fields that are numbers, texts, bytes
 * or messages, and values that Terraform sends.
 */

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      return Buffer.from([...bytes, rest]);
    }
    bytes.push((rest % 128) + 128);
  }
}

/** A message of pairs [number of the field, value]: a number, a text, or bytes. Empty values are left out. */
export function message(...fields) {
  return Buffer.concat(fields.flatMap(([number, value]) => field(number, value)));
}

function field(number, value) {
  if (typeof value === 'number') {
    return value === 0 ? [] : [varint(number * 8 + VARINT), varint(value)];
  }
  if (value === undefined) {
    return [];
  }
  const bytes = Buffer.from(value);
  return [varint(number * 8 + BYTES), varint(bytes.length), bytes];
}

/** The last value of every field of a message: a number, or bytes. */
export function fieldsOf(bytes) {
  const fields = new Map();
  for (let at = 0; at < bytes.length;) {
    const tag = readVarint(bytes, at);
    const body = readField(bytes, tag.next, tag.value % 8);
    fields.set(Math.floor(tag.value / 8), body.value);
    at = body.next;
  }
  return fields;
}

function readField(bytes, at, type) {
  const { value, next } = type === FIXED_64 ? { value: 8, next: at } : readVarint(bytes, at);
  return type === VARINT ? { value, next } : { value: bytes.subarray(next, next + value), next: next + value };
}

function readVarint(bytes, start) {
  let value = 0;
  for (let at = start, scale = 1; ; at += 1, scale *= 128) {
    value += (bytes[at] % 128) * scale;
    if (bytes[at] < 128) {
      return { value, next: at + 1 };
    }
  }
}

/** A value in MessagePack, of the kinds that Terraform writes. */
export const unpack = (bytes) => new Reader(bytes).value();

class Reader {
  at = 0;

  constructor(bytes) {
    this.bytes = bytes;
  }

  value() {
    const head = this.number(1);
    switch (true) {
      case head < 0x80:
        return head;
      case head < 0x90:
        return this.map(head - 0x80);
      case head < 0xa0:
        return Array.from({ length: head - 0x90 }, () => this.value());
      case head < 0xc0:
        return this.text(head - 0xa0);
      default:
        return this.marked(head);
    }
  }

  marked(head) {
    switch (head) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return head === 0xc3;
      case 0xcb:
        return this.take(8).readDoubleBE();
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.number(2 ** (head - 0xcc));
      case 0xd9:
        return this.text(this.number(1));
      case 0xda:
        return this.text(this.number(2));
      default:
        throw new Error(`no value begins with ${head}`);
    }
  }

  map(size) {
    return Object.fromEntries(Array.from({ length: size }, () => [this.value(), this.value()]));
  }

  text(size) {
    return this.take(size).toString('utf8');
  }

  number(size) {
    return this.take(size).readUIntBE(0, size);
  }

  take(size) {
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }
}
