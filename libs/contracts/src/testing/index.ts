export { largestJson } from './largest-json.js';
export { unboundedParts } from './schema-bounds.js';
export { type Catalogue, type Texts, textsOf } from './catalogues/catalogue.js';
export {
  copiedTexts,
  type Glossary,
  glossaryFaults,
  longTexts,
  missingTexts,
  placeFaults,
  unusedTexts,
} from './catalogues/catalogue-faults.js';
