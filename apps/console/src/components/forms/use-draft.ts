import { own } from '@switchyard/contracts';
import type { FormInstance } from 'antd';
import { useContext, useState, type RefObject } from 'react';
import { draftKey } from '../../lib/drafts/draft-store.js';
import { SessionUser } from '../session/session-user.js';
import { type DraftForm, useDraftKeeping } from './draft-keeping.js';
import { formStart } from './form-start.js';
import { type Edited, useConflict } from './use-conflict.js';

/** Name of the draft of a stored row, or of a new one. */
export const draftName = (path: string, id: number | null | undefined): string => `${path}/${id ?? 'new'}`;

interface DraftProps<Values extends object> {
  form: FormInstance<Values>;
  /** `null` = nothing is kept. */
  draft: DraftForm<Values> | null;
  /** As it is stored, or empty. */
  initial: Values;
  edited: Edited<Values> | undefined;
  /** Values with which the present ones are compared: those that the user has not changed. */
  untouched: RefObject<object>;
}

/** A form whose draft is kept in this browser, and which meets what others save. */
export function useDraft<Values extends object>({ form, draft, initial, edited, untouched }: DraftProps<Values>) {
  const user = useContext(SessionUser);
  const tag = edited?.tag ?? null;
  const [{ key, start }] = useState(() => {
    const name = user !== null && draft !== null ? draftKey(user, draft.name) : null;
    return { key: name, start: formStart({ stored: initial, tag }, name) };
  });
  const [shown, setShown] = useState(start.draft);
  const conflict = useConflict(form, start, edited);
  const keeping = useDraftKeeping({ form, draft, key, tag: conflict.tag, untouched });
  const discard = (): void => {
    keeping.end();
    setShown(null);
    const stored: Record<string, unknown> = { ...untouched.current };
    const fields: FormInstance = form;
    fields.setFields(
      Object.keys(shown?.typed ?? {}).map((name) => ({ name, value: own(stored, name), touched: false })),
    );
    conflict.restart(initial, tag);
  };
  return {
    conflict,
    /** Values that the fields show first. */
    start: start.shown,
    /** Values that were typed earlier and are shown again. */
    draft: shown,
    changed: keeping.changed,
    /** Once it is saved or closed. */
    end: () => {
      keeping.end();
      setShown(null);
    },
    discard,
  };
}
