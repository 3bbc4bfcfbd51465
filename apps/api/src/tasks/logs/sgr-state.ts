import { applySgr, PLAIN_SGR, type SgrStyle, sgrParams } from '@switchyard/contracts';

const SGR = new RegExp('\\u001b\\[([0-9;:]*)m', 'g');

/** The colour state behind `lines` when `before` is in force at their beginning, both as `LogLines.sgr`. */
export function sgrAfter(lines: readonly string[], before: string): string {
  return sgrParams(lines.reduce(advance, applySgr(PLAIN_SGR, before)));
}

function advance(state: SgrStyle, line: string): SgrStyle {
  if (!line.includes('\u001b[')) {
    return state;
  }
  return [...line.matchAll(SGR)].reduce((next, [, params = '']) => applySgr(next, params), state);
}
