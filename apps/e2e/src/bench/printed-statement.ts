/** Most characters of a statement that does nothing but read. */
const MOST = 80;
const VERB = /\b(insert into|update|delete from)\s+"?([a-z_]+(?:\.[a-z_]+)?)"?/gi;

/** A statement as a table can hold it: what it writes, or how it begins. */
export function printedStatement(sql: string): string {
  const writes = [...sql.matchAll(VERB)]
    .map(([, verb = '', table = '']) => `${verb.toLowerCase()} ${table}`)
    .filter((write) => !/^update (of|skip|set)\b/.test(write));
  const plain = sql.replaceAll(/\s+/g, ' ').trim();
  const text = writes.length > 0 ? [...new Set(writes)].join(', ') : plain.slice(0, MOST);
  return text.replaceAll('|', '¦').replaceAll('`', "'");
}
