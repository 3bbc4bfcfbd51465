import { own } from '@switchyard/contracts';
import { isSame } from '../../lib/form-differences.js';
import { type Draft, readDraft } from '../../lib/drafts/draft-store.js';
import { nextKey } from '../../lib/next-key.js';

interface Stored<Values> {
  /** As it is stored now, or empty. */
  stored: Values;
  tag: string | null;
}

export interface FormStart<Values> {
  /** Values that the fields show first. */
  shown: Values;
  /** Values from which the typed ones are a change. */
  opened: Values;
  tag: string | null;
  /** Values that were typed earlier and are shown again. */
  draft: Draft | null;
}

/** Without a draft a form starts with what is stored. */
const plainStart = <Values>({ stored, tag }: Stored<Values>): FormStart<Values> => ({
  shown: stored,
  opened: stored,
  tag,
  draft: null,
});

/**
 * Returns the first values of a form: the stored ones, with the changes of its draft.
 * @param key of the draft; `null` = the form keeps none
 */
export function formStart<Values extends object>(start: Stored<Values>, key: string | null): FormStart<Values> {
  const draft = key === null ? null : readDraft(key, Date.now());
  if (draft === null || isSame({ ...start.stored, ...draft.typed }, start.stored)) {
    return plainStart(start);
  }
  return {
    shown: withMembers(start.stored, draft.typed),
    opened: withMembers(start.stored, draft.opened),
    tag: draft.tag,
    draft,
  };
}

/** Lines get new keys: those of another load of the page may be in use. */
const withNewKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map(withNewKeys);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, name === 'key' ? nextKey() : withNewKeys(part)]),
      )
    : value;
};

/** JSON knows no `undefined`, which empty fields hold. */
function withMembers<Values extends object>(stored: Values, members: Record<string, unknown>): Values {
  const before = { ...stored } as Record<string, unknown>;
  const changed = Object.entries(members).map(([name, value]) => [
    name,
    value === null && own(before, name) !== null ? undefined : withNewKeys(value),
  ]);
  return { ...stored, ...Object.fromEntries(changed) };
}
