import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readMachO } from './mach-o.mjs';
import { adHocSigned } from './mach-o-signature.mjs';

const FIRST_SECTION = 4096;
const PAGE = 4096;

/** A Mach-O file with the segments of a program and of the linker, room for further commands, and content. */
function unsigned(room = FIRST_SECTION): Buffer {
  const file = Buffer.alloc(3 * PAGE + 100, 7).fill(0, 0, FIRST_SECTION);
  const text = segment('__TEXT', 0, 2 * PAGE, room);
  const linkEdit = segment('__LINKEDIT', 2 * PAGE, file.length - 2 * PAGE);
  const commands = Buffer.concat([text, linkEdit]);
  [0xfeedfacf, 0x100000c, 0, 2, 2, commands.length].forEach((word, i) => file.writeUInt32LE(word, i * 4));
  commands.copy(file, 32);
  return file;
}

function segment(name: string, offset: number, bytes: number, section?: number): Buffer {
  const command = Buffer.alloc(72 + (section === undefined ? 0 : 80));
  command.writeUInt32LE(0x19, 0);
  command.writeUInt32LE(command.length, 4);
  command.write(name, 8, 'latin1');
  command.writeBigUInt64LE(BigInt(offset), 40);
  command.writeBigUInt64LE(BigInt(bytes), 48);
  if (section !== undefined) {
    command.writeUInt32LE(1, 64);
    command.writeUInt32LE(section, 72 + 48);
  }
  return command;
}

describe(adHocSigned.name, () => {
  const signed = adHocSigned(unsigned(), 'runner');
  const place = readMachO(signed).signed ?? { offset: 0, bytes: 0 };
  const directory = signed.subarray(place.offset + 20);

  it('should announce a signature that ends the file, inside of the last segment', () => {
    expect(place.offset % 16).toBe(0);
    expect(place.offset + place.bytes).toBe(signed.length);
    const { linkEdit, commands } = readMachO(signed);
    expect(commands.count).toBe(3);
    expect(linkEdit.fileOffset + Number(signed.readBigUInt64LE(linkEdit.command + 48))).toBe(signed.length);
  });

  it('should hold the hash of every page up to itself', () => {
    expect(directory.readUInt32BE(0)).toBe(0xfade0c02);
    expect(directory.toString('latin1', directory.readUInt32BE(20), directory.readUInt32BE(20) + 7)).toBe('runner\0');
    const [hashes, count, limit] = [16, 28, 32].map((at) => directory.readUInt32BE(at));
    expect(limit).toBe(place.offset);
    const code = signed.subarray(0, limit);
    const pages = Array.from({ length: count ?? 0 }, (_, i) => code.subarray(i * PAGE, (i + 1) * PAGE));
    expect(Buffer.concat(pages)).toEqual(code);
    const wanted = pages.map((page) => createHash('sha256').update(page).digest());
    expect(directory.subarray(hashes)).toEqual(Buffer.concat(wanted));
  });

  it('should refuse a file that is signed already', () => {
    expect(() => adHocSigned(signed, 'runner')).toThrow(/signed already/);
  });

  it('should refuse a file without room for the command', () => {
    expect(() => adHocSigned(unsigned(32 + 152 + 72), 'runner')).toThrow(/no room/);
  });

  it('should refuse what is no Mach-O file', () => {
    expect(() => adHocSigned(Buffer.alloc(64), 'runner')).toThrow(/no Mach-O/);
  });
});
