/** Most characters that a title gives a name. */
const MOST = 64;

/**
 * A name for the variable of a question, made of its title: words in lower case with underscores between, as Ansible and Terraform take it.
 * @returns '' where the title has no letter that such names may have
 */
export function variableName(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MOST)
    .replace(/^_+|_+$/g, '');
  return /^\d/.test(words) ? `_${words}` : words;
}
