export { type Catalogue, type Texts, textsOf } from './catalogue.js';
export { longTexts } from './catalogue-faults.js';
export { consoleCatalogue } from './console-catalogue.js';
