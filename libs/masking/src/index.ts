export { holdsSecret } from './holds-secret.js';
export { type Mark, SecretMasker, type MaskedPart } from './secret-masker.js';
export { isCommonValue, secretVariants } from './secret-variants.js';
