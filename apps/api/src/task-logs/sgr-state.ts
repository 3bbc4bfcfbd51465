/** Most characters a colour state may have; a longer one starts over. */
const MAX_STATE = 64;
const SGR = new RegExp('\\u001b\\[([0-9;:]*)m', 'g');

/**
 * Colour state after a line: SGR parameters that reproduce it, as in `LogLines.sgr`. A reset clears; anything else is
 * appended, so the state stays short in practice and is cut off when a log never resets.
 */
export function sgrAfter(line: string, before: string): string {
  if (!line.includes('\u001b[')) {
    return before;
  }
  let state = before;
  for (const [, parameters = ''] of line.matchAll(SGR)) {
    state = append(state, parameters);
  }
  return state;
}

function append(state: string, parameters: string): string {
  if (parameters === '' || parameters === '0') {
    return '';
  }
  const rest = parameters.startsWith('0;') ? parameters.slice(2) : parameters;
  const base = rest === parameters && state !== '' ? `${state};` : '';
  return (base + rest).length > MAX_STATE ? rest.slice(0, MAX_STATE) : base + rest;
}
