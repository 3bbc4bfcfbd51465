import { useEffect } from 'react';

/** Parts of the browser's title: the page, a status of what it shows, and a dialog that stands for both. */
type TitlePart = 'page' | 'status' | 'dialog';

const PRODUCT = 'Switchyard';
const shown = new Map<TitlePart, string>();

/** The title of a browser tab: what changes comes first, because tabs are narrow. */
export function titleText(parts: ReadonlyMap<TitlePart, string>): string {
  const page = parts.get('dialog') ?? [parts.get('status'), parts.get('page')].filter(Boolean).join(' · ');
  return page === '' ? PRODUCT : `${page} – ${PRODUCT}`;
}

/** Shows a part of the title while the component is on screen; an empty text shows none. */
export function useTitle(part: TitlePart, text: string | null | undefined): void {
  useEffect(() => {
    if (!text) {
      return undefined;
    }
    shown.set(part, text);
    document.title = titleText(shown);
    return () => {
      shown.delete(part);
      document.title = titleText(shown);
    };
  }, [part, text]);
}
