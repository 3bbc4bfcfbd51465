/** From Apple's `loader.h`; all numbers of the file are little-endian. */
const MAGIC_64 = 0xfeedfacf;
const HEADER_BYTES = 32;
const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;
const SECTION_BYTES = 80;

/**
 * @typedef {object} MachO
 * @property {{ count: number, bytes: number }} commands
 * @property {number} commandsEnd offset behind the load commands
 * @property {number} firstSection offset of the first byte that a section uses
 * @property {number} textEnd offset behind the segment of the program
 * @property {{ command: number, fileOffset: number }} linkEdit the last segment: its load command, its content
 * @property {{ offset: number, bytes: number } | null} signed where the signature is
 */

/**
 * Reads what signing needs to know of a Mach-O file of 64 bits.
 * @param {Buffer} file
 * @returns {MachO}
 */
export function readMachO(file) {
  if (file.readUInt32LE(0) !== MAGIC_64) {
    throw new Error('This is no Mach-O file of 64 bits');
  }
  const commands = { count: file.readUInt32LE(16), bytes: file.readUInt32LE(20) };
  const all = [...loadCommands(file, commands.count)];
  const segments = all.filter(({ kind }) => kind === SEGMENT_64).map(({ at }) => segment(file, at));
  const text = segments.find(({ name }) => name === '__TEXT');
  const linkEdit = segments.find(({ name }) => name === '__LINKEDIT');
  if (!text || !linkEdit) {
    throw new Error('The Mach-O file has no program');
  }
  const signature = all.find(({ kind }) => kind === CODE_SIGNATURE)?.at;
  return {
    commands,
    commandsEnd: HEADER_BYTES + commands.bytes,
    firstSection: Math.min(...segments.flatMap(({ sections }) => sections).filter((offset) => offset > 0)),
    textEnd: text.fileOffset + text.fileBytes,
    linkEdit,
    signed:
      signature === undefined
        ? null
        : { offset: file.readUInt32LE(signature + 8), bytes: file.readUInt32LE(signature + 12) },
  };
}

/**
 * The load command of a signature.
 * @param {number} offset
 * @param {number} bytes
 */
export function codeSignatureCommand(offset, bytes) {
  const command = Buffer.alloc(16);
  [CODE_SIGNATURE, command.length, offset, bytes].forEach((word, i) => command.writeUInt32LE(word, i * 4));
  return command;
}

/**
 * @param {Buffer} file
 * @param {number} count
 */
function* loadCommands(file, count) {
  let at = HEADER_BYTES;
  for (let i = 0; i < count; i++) {
    yield { at, kind: file.readUInt32LE(at) };
    at += file.readUInt32LE(at + 4);
  }
}

/**
 * @param {Buffer} file
 * @param {number} at
 */
function segment(file, at) {
  const count = file.readUInt32LE(at + 64);
  return {
    command: at,
    name: file.toString('latin1', at + 8, at + 24).replace(/\0.*$/, ''),
    fileOffset: Number(file.readBigUInt64LE(at + 40)),
    fileBytes: Number(file.readBigUInt64LE(at + 48)),
    sections: Array.from({ length: count }, (_, i) => file.readUInt32LE(at + 72 + i * SECTION_BYTES + 48)),
  };
}
