export { default } from '../../tools/jest/base.mjs';
