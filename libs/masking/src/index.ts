export { holdsSecret } from './holds-secret.js';
export { type Mark, type PlacedSecret, SecretMasker, type MaskedPart } from './secret-masker.js';
export { isCommonValue, secretVariants } from './secret-variants.js';
