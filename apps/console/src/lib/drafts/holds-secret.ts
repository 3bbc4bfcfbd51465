/** Names whose values are secrets, in forms and in what is typed into plain fields. */
const secretName = /pass(?:word|phrase|wd)|secret|token|api[-_]?key|private[-_]?key|credential/i;
/** Members of forms that are named like secrets and are none: references, choices and marks. */
const plainMembers = new Set([
  'secret_names',
  'secret_default',
  'override_secret',
  'auth_secret_id',
  'forget_vault_token',
  'secrets',
]);
/** A private key, a password or token in an address, a line that sets a secret, a header that proves somebody. */
const secretTexts = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\w:\/\/[^/\s@]+@/,
  new RegExp(`(?:${secretName.source})\\w*["']?\\s*[:=]\\s*["']?(?!\\s|["']|\\{\\{|$)`, 'im'),
  /\b(?:bearer|basic)\s+[\w+/=.-]{8,}/i,
];

/**
 * Whether a value of a form may hold a secret, which is then never written to the storage of the browser: by the name of a member, by
 * a line of a table whose name is one, by a question whose type is one, or by how a text looks. It errs on the side of secrets.
 */
export function holdsSecret(value: unknown): boolean {
  if (typeof value === 'string') {
    return secretTexts.some((pattern) => pattern.test(value));
  }
  if (Array.isArray(value)) {
    return value.some(holdsSecret);
  }
  return typeof value === 'object' && value !== null && memberHolds(value as Record<string, unknown>);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function memberHolds(value: Record<string, unknown>): boolean {
  const isSecretLine = typeof value.name === 'string' && secretName.test(value.name) && isText(value.value);
  const isSecretQuestion = value.type === 'secret' && isText(value.default_value);
  return (
    isSecretLine ||
    isSecretQuestion ||
    Object.entries(value).some(
      ([name, part]) => (secretName.test(name) && !plainMembers.has(name) && isText(part)) || holdsSecret(part),
    )
  );
}
