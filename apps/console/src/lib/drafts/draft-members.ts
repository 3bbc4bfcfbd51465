import { own } from '@switchyard/contracts';
import { isSame } from '../form-differences.js';
import { holdsSecret } from './holds-secret.js';

type Members = Record<string, unknown>;

/** The members that differ between two states of a form, but for those that may hold a secret in one of them. */
export function draftMembers(opened: object, typed: object): { opened: Members; typed: Members } {
  const before: Members = { ...opened };
  const after: Members = { ...typed };
  const names = Object.keys(after).filter(
    (name) =>
      !isSame(own(before, name), own(after, name)) &&
      !holdsSecret({ [name]: own(after, name) }) &&
      !holdsSecret(own(before, name)),
  );
  const pick = (values: Members): Members => Object.fromEntries(names.map((name) => [name, own(values, name) ?? null]));
  return { opened: pick(before), typed: pick(after) };
}
