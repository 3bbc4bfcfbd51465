import type { FormInstance } from 'antd';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { draftMembers } from '../../lib/drafts/draft-members.js';
import { type DraftEnd, removeDraft, writeDraft } from '../../lib/drafts/draft-store.js';
import { ownPath } from '../../lib/own-address.js';

/** How what is typed into a form is kept in this browser until it is saved or discarded. */
export interface DraftForm<Values> {
  /** Of all forms, with the project and the row it is about. */
  name: string;
  /** The values without the secrets that no rule finds by name or look. */
  plain?: (values: Values) => object;
}

/** Milliseconds after a change, so that a fast typist costs little. */
const WRITE_AFTER_MS = 300;

interface KeepingProps<Values> {
  form: FormInstance<Values>;
  draft: DraftForm<Values> | null;
  key: string | null;
  tag: string | null;
  /** Values with which the present ones are compared. */
  untouched: RefObject<object>;
}

export interface DraftKeeping {
  /** After each change of a person. */
  changed: () => void;
  /** Once it is saved or discarded. */
  end: () => void;
}

/** Keeps what is typed into a form, until `end`. */
export function useDraftKeeping<Values extends object>(props: KeepingProps<Values>): DraftKeeping {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const keeping = useMemo(() => keepingOf(() => latest.current), []);
  useEffect(() => {
    return keeping.watch();
  }, [keeping]);
  return keeping;
}

function keepingOf<Values extends object>(props: () => KeepingProps<Values>) {
  let timer: number | undefined;
  let isTyped = false;
  const write = (end: DraftEnd): void => {
    window.clearTimeout(timer);
    const { form, draft, key, tag, untouched } = props();
    if (!isTyped || key === null || draft === null) {
      return;
    }
    const plain = (values: object): object => draft.plain?.(values as Values) ?? values;
    const members = draftMembers(plain(untouched.current), plain(form.getFieldsValue(true) as Values));
    if (Object.keys(members.typed).length === 0) {
      removeDraft(key);
    } else {
      writeDraft(key, { at: Date.now(), end, tag, ...members });
    }
  };
  const changed = (): void => {
    isTyped = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => write('lost'), WRITE_AFTER_MS);
  };
  const end = (): void => {
    isTyped = false;
    window.clearTimeout(timer);
    const { key } = props();
    if (key !== null) {
      removeDraft(key);
    }
  };
  const watch = (): (() => void) => {
    const left = (): void => write('left');
    window.addEventListener('pagehide', left);
    return () => {
      window.removeEventListener('pagehide', left);
      write(ownPath(window.location) === '/auth/login' ? 'session' : 'left');
    };
  };
  return { changed, end, watch };
}
