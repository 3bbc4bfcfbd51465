import { crc32, deflateRawSync } from 'node:zlib';

/** @typedef {{ name: string, body: Buffer, executable?: boolean }} ZipEntry */

const VERSION = 20;
const DEFLATED = 8;
const UTF8_NAMES = 0x0800;
const MADE_ON_UNIX = 3 << 8;

/**
 * A ZIP archive (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16), deflated, below 4 GiB.
 * @param {readonly ZipEntry[]} entries
 * @param {Date} time of all entries, not before 1980; stored in UTC
 * @returns {Buffer}
 */
export function zip(entries, time) {
  /** @type {Buffer[]} */
  const files = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const packed = deflateRawSync(entry.body, { level: 6 });
    const common = commonFields(entry.body, packed, name, time);
    const file = Buffer.concat([header('PK\x03\x04'), common, name, packed]);
    directory.push(Buffer.concat([header('PK\x01\x02', MADE_ON_UNIX | VERSION), common, place(entry, offset), name]));
    files.push(file);
    offset += file.length;
  }
  const listing = Buffer.concat(directory);
  return Buffer.concat([...files, listing, end(entries.length, listing.length, offset)]);
}

/**
 * @param {string} signature
 * @param {number} [madeBy]
 */
function header(signature, madeBy) {
  return Buffer.concat([Buffer.from(signature, 'latin1'), ...(madeBy === undefined ? [] : [u16(madeBy)])]);
}

/**
 * @param {Buffer} body
 * @param {Buffer} packed
 * @param {Buffer} name
 * @param {Date} time
 */
function commonFields(body, packed, name, time) {
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  const day = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const kind = [VERSION, UTF8_NAMES, DEFLATED, clock, day].map(u16);
  const sizes = [crc32(body), packed.length, body.length].map(u32);
  return Buffer.concat([...kind, ...sizes, u16(name.length), u16(0)]);
}

/**
 * @param {ZipEntry} entry
 * @param {number} offset
 */
function place({ executable }, offset) {
  const mode = 0o100000 | (executable ? 0o755 : 0o644);
  return Buffer.concat([u16(0), u16(0), u16(0), u32(mode * 0x10000), u32(offset)]);
}

/**
 * @param {number} count
 * @param {number} size
 * @param {number} offset
 */
function end(count, size, offset) {
  const counts = [0, 0, count, count].map(u16);
  return Buffer.concat([header('PK\x05\x06'), ...counts, u32(size), u32(offset), u16(0)]);
}

/** @param {number} value */
function u16(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

/** @param {number} value */
function u32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
