/** A control that has or had the focus, and where it stands, for the time when it is gone. */
interface Place {
  element: HTMLElement;
  /** The dialog or the page around it. */
  region: Element | null;
  /** Its place among the controls there. */
  at: number;
  /** Path of the page on which it is. */
  path: string;
}

const CONTROLS =
  'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]:not([tabindex="-1"])';
const DIALOG = '[role="dialog"]';

let last: Place | null = null;
let lastOnPage: Place | null = null;
/** Element to which the keeper gave the focus; null once it went elsewhere. */
let given: Element | null = null;
/** Whether the control lost the focus because it is disabled. */
let disabled = false;

const placeOf = (element: HTMLElement): Place => {
  const region = element.closest(`${DIALOG}, main`);
  const at = region === null ? 0 : [...region.querySelectorAll(CONTROLS)].indexOf(element);
  return { element, region, at, path: location.pathname };
};

const isUsable = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled');

/** Whether the focus is where the keeper put it, so that nobody has moved it there. */
export const hasGivenFocus = (): boolean => given !== null && given === document.activeElement;

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element === document.body || !isUsable(element)) {
    return false;
  }
  given = element;
  element.focus({ preventScroll: true });
  return hasGivenFocus();
}

/** To the title of the page, where reading begins; to the page itself while it has none. */
export function focusPage(): void {
  const page = document.querySelector<HTMLElement>('main');
  const target = page?.querySelector<HTMLElement>('h1') ?? page;
  if (target) {
    target.tabIndex = -1;
    target.focus();
  }
}

/** To the control, or to the one that stands in its place now. */
function restore({ element, region, at, path }: Place): void {
  if (path !== location.pathname) {
    return focusPage();
  }
  const usable = region?.isConnected ? [...region.querySelectorAll(CONTROLS)].filter(isUsable) : [];
  if (!focus(element) && !focus(usable[Math.min(at, usable.length - 1)])) {
    focusPage();
  }
}

/**
 * Gives the focus back after something over the page was closed.
 * @param opener what had the focus before it opened
 */
export function giveFocusBack(opener: Element | null): void {
  const dialogs = [...document.querySelectorAll(DIALOG)].filter((each) => each.checkVisibility());
  if (focus(opener) || focus(dialogs.at(-1))) {
    return;
  }
  if (lastOnPage === null) {
    return focusPage();
  }
  restore(lastOnPage);
}

function onFocusIn({ target }: FocusEvent): void {
  if (target instanceof HTMLElement) {
    given = target === given ? given : null;
    last = placeOf(target);
    lastOnPage = target.closest(`${DIALOG}, [popover], .ant-dropdown, .ant-message`) ? lastOnPage : last;
  }
}

/** Gives a control the focus again once it is enabled. Answers whether it is still waited for. */
function waitsAt(element: HTMLElement, waits: boolean): boolean {
  const isDisabled = element.matches(':disabled');
  if (waits && !isDisabled) {
    focus(element);
  }
  return isDisabled;
}

/** A control that went away, or that is enabled once more after it was not, leaves nobody without the focus. */
function onChange(): void {
  const place = last;
  if (place === null || document.activeElement !== document.body) {
    return;
  }
  if (place.element.isConnected) {
    disabled = waitsAt(place.element, disabled);
    return;
  }
  last = null;
  if (place.region?.isConnected) {
    restore(place);
  } else {
    giveFocusBack(null);
  }
}

/** Of the radio buttons of a group Tab leads to the chosen one alone. */
const isOtherRadio = (element: Element): boolean =>
  element instanceof HTMLInputElement &&
  element.type === 'radio' &&
  !element.checked &&
  document.querySelector(`input[name="${CSS.escape(element.name)}"]:checked`) !== null;

const isTabStop = (element: Element): boolean =>
  element instanceof HTMLElement && element.tabIndex >= 0 && isUsable(element) && !isOtherRadio(element);

/** Tab goes round in a dialog: beyond its last control the focus would be on nothing of the page, where keys do nothing. */
function onTab(event: KeyboardEvent): void {
  const { activeElement: active } = document;
  const dialog = [...document.querySelectorAll(`${DIALOG}[aria-modal="true"]`)].filter(isUsable).at(-1);
  const stops = [...(dialog?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(isTabStop);
  const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
  if (first !== undefined && (active === last || active === document.body)) {
    event.preventDefault();
    first.focus();
  }
}

/** Whether a key was pressed after the last press of the pointer. */
export const isAtKeyboard = (): boolean => document.documentElement.dataset.keys !== undefined;

/** The style sheet shows the focus of people at the keyboard, also where a script has moved it: browsers leave that open. */
function onKey(event: KeyboardEvent): void {
  document.documentElement.dataset.keys = '';
  if (event.key === 'Tab') {
    onTab(event);
  }
}

function onPointer(): void {
  last = null;
  delete document.documentElement.dataset.keys;
}

/**
 * Keeps the focus on the page (WCAG 2.2, 2.4.3): when the control that has it is removed or disabled, the one in its place gets it.
 * A press of the pointer anywhere else ends that.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('pointerdown', onPointer, { capture: true });
  document.addEventListener('keydown', onKey, { capture: true });
  const changes = new MutationObserver(onChange);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
