import { describe, expect, it } from '@jest/globals';
import { MAX_CHUNK_BYTES, MAX_LINE_BYTES } from '@switchyard/contracts';
import { type Mark, SecretMasker } from '@switchyard/masking';
import { LineCutter } from './line-cutter.js';

function cut(secrets: string[] = []) {
  const blocks: Buffer[] = [];
  const counts: number[] = [];
  const marks: Mark[][] = [];
  const cutter = new LineCutter(new SecretMasker(secrets), (block, lines, marked) => {
    blocks.push(Buffer.from(block));
    counts.push(lines);
    marks.push([...marked]);
  });
  return { cutter, blocks, counts, marks, text: () => Buffer.concat(blocks).toString('utf8') };
}

/** Pushes bytes in parts of `size`. */
function pushInParts(cutter: LineCutter, bytes: Buffer, size: number): void {
  for (let at = 0; at < bytes.length; at += size) {
    cutter.push(bytes.subarray(at, at + size));
  }
}

describe(LineCutter.name, () => {
  it('should hand on the whole lines of a read as one block and keep the unfinished one', () => {
    const { cutter, blocks, counts } = cut();
    cutter.push(Buffer.from('one\ntwo\n\nthr'));
    expect(blocks.map(String)).toEqual(['one\ntwo\n\n']);
    cutter.push(Buffer.from('ee\n'));
    expect(blocks.map(String)).toEqual(['one\ntwo\n\n', 'three\n']);
    expect(counts).toEqual([3, 1]);
  });

  it('should end an unfinished last line at the end', () => {
    const { cutter, text } = cut();
    cutter.push(Buffer.from('no end'));
    cutter.end();
    cutter.end();
    expect(text()).toBe('no end\n');
  });

  it('should keep carriage returns, escapes and NUL', () => {
    const { cutter, text } = cut();
    const bytes = '10%\r50%\r100%\r\n\u001b[31mred\u001b[0m\0\n';
    cutter.push(Buffer.from(bytes));
    expect(text()).toBe(bytes);
  });

  it.each([1, 7, 65_536])('should split a 300 KB line into pieces that lose nothing when read in %d bytes', (size) => {
    const { cutter, blocks, text } = cut();
    const line = Array.from({ length: 30_000 }, (_, i) => `${i} äöü€😀`).join('');
    pushInParts(cutter, Buffer.from(`before\n${line}\nafter\n`), size === 1 ? 4099 : size);
    const lines = text().split('\n');
    expect(lines.slice(1, -2).join('')).toBe(line);
    expect([lines[0], ...lines.slice(-2)]).toEqual(['before', 'after', '']);
    expect(text()).not.toContain('\ufffd');
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
    expect(Math.max(...lines.map((each) => Buffer.byteLength(each)))).toBeLessThan(MAX_LINE_BYTES);
  });

  it.each([1, 3, 1000])('should mask a secret that is split over reads of %d bytes', (size) => {
    const { cutter, text } = cut(['hunter2-secret']);
    pushInParts(cutter, Buffer.from('a hunter2-secret b\nhunter2-secret\nlast hunter2-secret'), size);
    cutter.end();
    expect(text()).toBe('a *** b\n***\nlast ***\n');
  });

  it('should mask a secret that lies where a long line is split', () => {
    for (let shift = -20; shift <= 2; shift++) {
      const { cutter, text } = cut(['hunter2-secret']);
      const line = `${'x'.repeat(MAX_LINE_BYTES + shift)}hunter2-secret${'y'.repeat(MAX_LINE_BYTES)}`;
      pushInParts(cutter, Buffer.from(`${line}\n`), 1021);
      expect(text().replaceAll('\n', '')).toBe(line.replace('hunter2-secret', '***'));
    }
  });

  it('should replace bytes that are not UTF-8 and leave the rest as it is', () => {
    const { cutter, text, counts } = cut();
    cutter.push(Buffer.from([0x67, 0x72, 0xfc, 0x6e, 0x0a]));
    cutter.push(Buffer.from('grün\n'));
    expect(text()).toBe('gr\ufffdn\ngrün\n');
    expect(counts).toEqual([1, 1]);
  });

  it('should keep blocks and lines within bounds when replacement makes them longer', () => {
    const { cutter, blocks, text } = cut();
    pushInParts(cutter, Buffer.concat([Buffer.alloc(400_000, 0xff), Buffer.from('\nend\n')]), 65_536);
    expect(text().replaceAll('\n', '')).toBe(`${'\ufffd'.repeat(400_000)}end`);
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
    expect(
      Math.max(
        ...text()
          .split('\n')
          .map((line) => Buffer.byteLength(line)),
      ),
    ).toBeLessThan(MAX_LINE_BYTES);
  });

  it.each([1, 3, 1000])('should report where secrets were, and which, when read in %d bytes', (size) => {
    const { cutter, blocks, marks } = cut(['swordfish', 'hunter2!']);
    pushInParts(cutter, Buffer.from('a *** hunter2! b\nswordfish hunter2!\n'), size);
    const found = blocks.flatMap((block, i) =>
      (marks[i] ?? []).map(({ at, secret }) => [block.toString('utf8', at, at + 5).trim(), secret]),
    );
    expect(found).toEqual([
      ['*** b', 1],
      ['*** *', 0],
      ['***', 1],
    ]);
  });

  it('should know where secrets were though bytes before them are replaced', () => {
    const { cutter, blocks, marks } = cut(['hunter2!']);
    cutter.push(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(' ü hunter2! '), Buffer.from([0xff, 0x0a])]));
    expect(blocks[0]?.subarray(0, marks[0]?.[0]?.at).toString()).toBe('\ufffd\ufffd ü ');
    expect(marks[0]).toHaveLength(1);
  });

  it.each([1021, 400_000])('should mark stars wherever a line that is too long is split, read in %d bytes', (size) => {
    for (let shift = -16; shift <= 2; shift++) {
      const { cutter, blocks, marks, text } = cut(['hunter2-secret']);
      const line = `${'x'.repeat(MAX_LINE_BYTES + shift)}hunter2-secret${'y'.repeat(MAX_LINE_BYTES)}hunter2-secret`;
      pushInParts(cutter, Buffer.from(`${line}\n`), size);
      const at = blocks.flatMap((block, i) =>
        (marks[i] ?? []).map((mark) => block.toString('utf8', mark.at, mark.at + 3)),
      );
      expect(at).toEqual(text().match(/\*{3}/g));
    }
  });

  it('should not end an unfinished line that may stop inside a secret', () => {
    const { cutter, text } = cut(['hunter2-secret']);
    cutter.push(Buffer.from('token hunter2'));
    cutter.endIfSafe();
    expect(text()).toBe('');
    cutter.push(Buffer.from('-secret and'));
    cutter.endIfSafe();
    expect(text()).toBe('token *** and\n');
  });
});
