/** Shorter secrets are not masked: they would hit ordinary text everywhere. */
const MIN_SECRET_BYTES = 4;
/** Values that stand everywhere: stars in their place would hide more than they protect. In lower case. */
const COMMON_VALUES = new Set([
  'true',
  'false',
  'null',
  'none',
  'yes',
  'no',
  'on',
  'off',
  '---',
  '...',
  'undefined',
  'enabled',
  'disabled',
  'localhost',
  '127.0.0.1',
  '0.0.0.0',
  'root',
  'admin',
  'user',
  'test',
  'default',
  'production',
  'staging',
  'development',
  'ansible',
  'terraform',
  'main',
  'master',
  'http',
  'https',
  '8080',
  '8443',
  '3000',
  '5432',
  '1234',
]);
const PEM_MARKER = /^-{4,5} ?(BEGIN|END) [A-Z0-9 ]+ ?-{4,5}$/;
/** Widths at which `base64`, PEM writers and MIME encoders break their output. */
const BASE64_WIDTHS = [64, 76];
/** Shorter pieces of broken base64 match too much. */
const MIN_PIECE = 8;
/** A shorter secret in another case, or reversed, would hit ordinary words. */
const MIN_CHANGED = 8;

/** True for a value that is never masked: too short, or too common. */
export const isCommonValue = (value: string): boolean =>
  Buffer.byteLength(value) < MIN_SECRET_BYTES || COMMON_VALUES.has(value.trim().toLowerCase());

/**
 * Every form in which a secret is looked for: as it is, base64 and base64url at each of the three alignments (also
 * broken at the usual widths), hex, URL-encoded, JSON-escaped (once and twice), quoted for a shell, in upper case, in
 * lower case, reversed, and each line of a multi-line secret. Not covered: other encodings, and characters put between
 * the secret's own.
 */
export function secretVariants(secret: string): Set<string> {
  if (isCommonValue(secret)) {
    return new Set();
  }
  const variants = new Set<string>();
  addForms(variants, secret);
  if (/[\r\n]/.test(secret)) {
    secretLines(secret).forEach((line) => addForms(variants, line));
  }
  return variants;
}

function addForms(variants: Set<string>, secret: string): void {
  for (const form of wholeForms(secret)) {
    if (!/[\r\n]/.test(form) && Buffer.byteLength(form) >= MIN_SECRET_BYTES) {
      variants.add(form);
    }
  }
}

function secretLines(secret: string): string[] {
  return secret
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => !isCommonValue(line) && !PEM_MARKER.test(line));
}

function* wholeForms(secret: string): Generator<string> {
  yield secret;
  yield* base64Forms(Buffer.from(secret));
  const hex = Buffer.from(secret).toString('hex');
  yield hex;
  yield hex.toUpperCase();
  yield* urlForms(secret);
  yield* jsonForms(secret);
  yield* shellForms(secret);
  if (secret.length >= MIN_CHANGED) {
    yield secret.toUpperCase();
    yield secret.toLowerCase();
    yield [...secret].reverse().join('');
  }
}

function* base64Forms(bytes: Buffer): Generator<string> {
  for (const before of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const firstOwn = Math.ceil((before * 8) / 6);
    const stableEnd = Math.floor(((before + bytes.length) * 8) / 6);
    const ended = padded.slice(firstOwn);
    for (const form of [padded.slice(firstOwn, stableEnd), ended, ended.replace(/=+$/, '')]) {
      yield form;
      yield form.replaceAll('+', '-').replaceAll('/', '_');
    }
  }
  const whole = bytes.toString('base64');
  for (const width of BASE64_WIDTHS.filter((each) => whole.length > each)) {
    yield* (whole.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).filter((piece) => piece.length >= MIN_PIECE);
  }
}

function* urlForms(secret: string): Generator<string> {
  const encoded = encodeURIComponent(Buffer.from(secret).toString());
  const strict = encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  for (const form of [encoded, strict, strict.replaceAll('%20', '+'), encoded.replaceAll('%2F', '/')]) {
    yield form;
    yield form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
  }
}

function* jsonForms(secret: string): Generator<string> {
  const once = escapeJson(secret);
  for (const form of [once, escapeNonAscii(once), once.replaceAll('/', '\\/')]) {
    yield form;
    yield escapeJson(form);
  }
}

function* shellForms(secret: string): Generator<string> {
  yield secret.replaceAll("'", `'\\''`);
  yield secret.replaceAll("'", `'"'"'`);
  yield secret.replace(/["$`\\!]/g, '\\$&');
  yield secret.replace(/["$`\\]/g, '\\$&');
  yield secret.replace(/[^\w@%+=:,./\u0080-\uffff-]/g, '\\$&');
  yield escapeJson(secret).replaceAll('\\"', '"').replaceAll("'", "\\'");
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeNonAscii(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
