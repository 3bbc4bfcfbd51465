export { killLeftovers } from './kill-leftovers.js';
