import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** 26 of 36 letters are 134 random bits. */
const LENGTH = 26;

/** The last part of the address of webhooks. */
export const newAlias = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
