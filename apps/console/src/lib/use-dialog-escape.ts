import { type RefObject, useEffect, useRef } from 'react';

interface Layer {
  /** Panel on the screen. */
  panel: RefObject<HTMLDivElement | null>;
  close: () => void;
}

/** Members of a dialog or a drawer of antd. */
interface EscapeProps {
  keyboard: false;
  panelRef: RefObject<HTMLDivElement | null>;
}

/** Popups that antd opens over a dialog, and closes at Escape. */
const POPUPS = '.ant-select-dropdown';

/** Of the dialogs that are open. */
const layers = new Set<RefObject<Layer>>();

const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The dialog over all others: what opens later stands later in the document. */
function topLayer(): [Layer, HTMLElement] | undefined {
  const shown = [...layers].flatMap(({ current: layer }): [Layer, HTMLElement][] =>
    layer.panel.current === null ? [] : [[layer, layer.panel.current]],
  );
  return shown.sort(([, one], [, other]) => (isBefore(one, other) ? 1 : -1))[0];
}

/** A popup that closes takes no pointer any more while it still stands there. */
const isOpen = (popup: HTMLElement): boolean => popup.checkVisibility() && popup.style.pointerEvents !== 'none';

/** The dialog that a press of Escape closes; nothing while something lies over it. */
function layerAtEscape(): Layer | undefined {
  const [layer, panel] = topLayer() ?? [];
  const popups = [...document.querySelectorAll<HTMLElement>(POPUPS)].filter(isOpen);
  return panel && popups.some((popup) => isBefore(panel, popup)) ? undefined : layer;
}

let closing: Layer | undefined;

/** Looks at the page before the press changes it. */
const onPress = ({ key, isComposing }: KeyboardEvent): void => {
  closing = key === 'Escape' && !isComposing ? layerAtEscape() : undefined;
};

/** Comes last: what keeps the press for itself stops it on its way. */
const onEnd = (): void => closing?.close();

/**
 * Closes a dialog at Escape, once nothing lies over it. antd itself asks what opened last, and keeps a popup in its list for a while
 * after that has closed: it would lose a second press soon after the first.
 */
export function useDialogEscape(open: boolean, onClose: () => void): EscapeProps {
  const panel = useRef<HTMLDivElement>(null);
  const layer = useRef<Layer>({ panel, close: onClose });
  useEffect(() => {
    layer.current.close = onClose;
  });
  useEffect(() => {
    if (!open) {
      return undefined;
    }
    layers.add(layer);
    addEventListener('keydown', onPress, { capture: true });
    addEventListener('keydown', onEnd);
    return () => {
      layers.delete(layer);
      if (layers.size === 0) {
        removeEventListener('keydown', onPress, { capture: true });
        removeEventListener('keydown', onEnd);
      }
    };
  }, [open]);
  return { keyboard: false, panelRef: panel };
}
