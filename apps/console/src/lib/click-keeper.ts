/** A control that the pointer was pressed on, and where. */
interface Press {
  control: HTMLElement;
  x: number;
  y: number;
}

const PRESSABLE = 'button, a[href], [role="tab"], [role="menuitem"]';
/** Pixels that a hand may move between press and release; who moves on takes the click back. */
const SLOP_PX = 4;

let press: Press | null = null;

function onPointerDown({ button, target, clientX: x, clientY: y }: PointerEvent): void {
  const control = button === 0 && target instanceof Element ? target.closest<HTMLElement>(PRESSABLE) : null;
  press = control && { control, x, y };
}

/** Whether the click went to what surrounds the control, though the pointer stayed. */
function missed(event: MouseEvent, { control, x, y }: Press): boolean {
  const stayed = Math.hypot(event.clientX - x, event.clientY - y) <= SLOP_PX;
  const { target } = event;
  return stayed && target !== control && target instanceof Node && target.contains(control);
}

function onClick(event: MouseEvent): void {
  const pressed = press;
  press = null;
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (pressed && plain && missed(event, pressed)) {
    event.preventDefault();
    event.stopPropagation();
    pressed.control.click();
  }
}

/**
 * Gives a click to the control that was pressed when the page moved it away before the release: the browser gives it to the nearest
 * element around both places (UI Events, "click"), where it is lost or means something else.
 */
export function keepClicks(): void {
  document.addEventListener('pointerdown', onPointerDown, { capture: true });
  document.addEventListener('click', onClick, { capture: true });
}
