/** A place in the text of a log: line from 0, column in drawn characters. */
export interface TextPoint {
  readonly line: number;
  readonly column: number;
}

export interface DomPoint {
  readonly node: Node;
  readonly offset: number;
}

/** The place of a boundary point inside a drawn row; undefined outside of rows. */
export function textPointOf(node: Node | null, offset: number): TextPoint | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  const row = element?.closest<HTMLElement>('[data-line]');
  if (!node || !row) {
    return undefined;
  }
  const line = Number(row.dataset.line);
  const text = row.querySelector('[data-text]');
  if (!text?.contains(node)) {
    return { line, column: 0 };
  }
  const range = document.createRange();
  range.selectNodeContents(text);
  range.setEnd(node, offset);
  return { line, column: range.toString().length };
}

/** The boundary point of a place, moved to the nearest drawn row. */
export function domPointOf(block: HTMLElement, point: TextPoint): DomPoint | undefined {
  const rows = [...block.children].filter(
    (row): row is HTMLElement => row instanceof HTMLElement && 'line' in row.dataset,
  );
  const found = rows.find((row) => Number(row.dataset.line) >= point.line);
  const row = found ?? rows.at(-1);
  if (!row) {
    return undefined;
  }
  const text = row.querySelector('[data-text]') ?? row;
  if (!found) {
    return { node: text, offset: text.childNodes.length };
  }
  return Number(found.dataset.line) === point.line ? pointInText(text, point.column) : { node: text, offset: 0 };
}

function pointInText(text: Element, column: number): DomPoint {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let left = column;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (left <= length) {
      return { node, offset: left };
    }
    left -= length;
  }
  return { node: text, offset: text.childNodes.length };
}
