const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** The largest number in the algorithm of an encrypted key (RFC 5958, section 3); `null` = it cannot be read. */
export function largestNumber(key: Buffer): number | null {
  try {
    const algorithm = elements(elementAt(key, 0).content)[0];
    return algorithm?.tag === SEQUENCE ? largestIn(algorithm.content) : null;
  } catch {
    return null;
  }
}

interface Element {
  tag: number;
  content: Buffer;
  end: number;
}

/** @throws RangeError when it is cut off, or its length is written in no way that DER knows */
function elementAt(bytes: Buffer, at: number): Element {
  const [tag, first] = [bytes.readUInt8(at), bytes.readUInt8(at + 1)];
  const count = first < 0x80 ? 0 : first - 0x80;
  const start = at + 2 + count;
  const end = start + (first < 0x80 ? first : bytes.readUIntBE(at + 2, count));
  if (end > bytes.length) {
    throw new RangeError('cut off');
  }
  return { tag, content: bytes.subarray(start, end), end };
}

function elements(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; at = found.at(-1)?.end ?? bytes.length) {
    found.push(elementAt(bytes, at));
  }
  return found;
}

function largestIn(bytes: Buffer): number {
  const numbers = elements(bytes).map(({ tag, content }) =>
    tag === SEQUENCE ? largestIn(content) : tag === INTEGER ? Number(`0x${content.toString('hex')}`) : 0,
  );
  return Math.max(0, ...numbers);
}
