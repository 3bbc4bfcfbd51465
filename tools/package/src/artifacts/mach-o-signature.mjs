import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { codeSignatureCommand, readMachO } from './mach-o.mjs';

/** From Apple's `cs_blobs.h`; all numbers of a signature are big-endian. */
const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const VERSION_WITH_EXECUTABLE_SEGMENT = 0x20400;
const AD_HOC = 0x2;
const LINKER_SIGNED = 0x20000;
const SHA256 = 2;
const MAIN_BINARY = 1;

const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
const HASH_BYTES = 32;
const SUPER_BLOB_BYTES = 20;
const DIRECTORY_BYTES = 88;
/** Segments start at whole pages of Apple silicon. */
const SEGMENT_ALIGNMENT = 0x4000;

/**
 * Signs a Mach-O executable ad hoc, as linkers do: hashes of its pages and nobody's name. Apple silicon starts nothing
 * that has no signature, and a blob that is put into a binary makes the one of its maker void.
 * @param {string} file of 64 bits, without a signature
 * @param {string} identifier
 */
export async function signAdHoc(file, identifier) {
  await writeFile(file, adHocSigned(await readFile(file), identifier));
}

/**
 * @param {Buffer} unsigned
 * @param {string} identifier
 * @returns {Buffer}
 */
export function adHocSigned(unsigned, identifier) {
  const codeLimit = Math.ceil(unsigned.length / 16) * 16;
  const pages = Math.ceil(codeLimit / PAGE);
  const directoryBytes = DIRECTORY_BYTES + identifier.length + 1 + pages * HASH_BYTES;
  const signatureBytes = SUPER_BLOB_BYTES + directoryBytes;
  const signed = Buffer.alloc(codeLimit + signatureBytes);
  unsigned.copy(signed);
  announce(signed, codeLimit, signatureBytes);
  const signature = signed.subarray(codeLimit);
  [SUPER_BLOB, signatureBytes, 1, 0, SUPER_BLOB_BYTES].forEach((word, i) => signature.writeUInt32BE(word, i * 4));
  const { textEnd } = readMachO(signed);
  writeDirectory(signature.subarray(SUPER_BLOB_BYTES), identifier, { pages, codeLimit, textEnd });
  writeHashes(signed.subarray(0, codeLimit), signature.subarray(signatureBytes - pages * HASH_BYTES));
  return signed;
}

/**
 * Adds the load command that names the place of the signature, and stretches the last segment over it.
 * @param {Buffer} file
 * @param {number} offset
 * @param {number} bytes
 */
function announce(file, offset, bytes) {
  const { commandsEnd, commands, firstSection, linkEdit, signed } = readMachO(file);
  const command = codeSignatureCommand(offset, bytes);
  if (signed || commandsEnd + command.length > firstSection) {
    throw new Error('The executable is signed already or has no room for a signature');
  }
  command.copy(file, commandsEnd);
  file.writeUInt32LE(commands.count + 1, 16);
  file.writeUInt32LE(commands.bytes + command.length, 20);
  const fileBytes = offset + bytes - linkEdit.fileOffset;
  const memoryBytes = Math.ceil(fileBytes / SEGMENT_ALIGNMENT) * SEGMENT_ALIGNMENT;
  file.writeBigUInt64LE(BigInt(memoryBytes), linkEdit.command + 32);
  file.writeBigUInt64LE(BigInt(fileBytes), linkEdit.command + 48);
}

/**
 * @param {Buffer} directory
 * @param {string} identifier
 * @param {{ pages: number, codeLimit: number, textEnd: number }} code
 */
function writeDirectory(directory, identifier, { pages, codeLimit, textEnd }) {
  const hashOffset = DIRECTORY_BYTES + identifier.length + 1;
  const words = [
    CODE_DIRECTORY,
    directory.length,
    VERSION_WITH_EXECUTABLE_SEGMENT,
    AD_HOC | LINKER_SIGNED,
    hashOffset,
    DIRECTORY_BYTES,
    0,
    pages,
    codeLimit,
  ];
  words.forEach((word, i) => directory.writeUInt32BE(word, i * 4));
  Buffer.from([HASH_BYTES, SHA256, 0, PAGE_BITS]).copy(directory, 36);
  directory.writeBigUInt64BE(BigInt(textEnd), 72);
  directory.writeBigUInt64BE(BigInt(MAIN_BINARY), 80);
  directory.write(identifier, DIRECTORY_BYTES, 'latin1');
}

/**
 * @param {Buffer} code
 * @param {Buffer} hashes
 */
function writeHashes(code, hashes) {
  for (let at = 0; at < code.length; at += PAGE) {
    const hash = createHash('sha256').update(code.subarray(at, at + PAGE));
    hash.digest().copy(hashes, (at / PAGE) * HASH_BYTES);
  }
}
