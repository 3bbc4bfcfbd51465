import { Modal } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogEscape } from '../../lib/use-dialog-escape.js';
import { useFullScreen } from '../../lib/use-full-screen.js';
import { useIsPhone } from '../../lib/use-media-query.js';
import { useReturnFocus } from '../../lib/use-return-focus.js';
import { FullScreenButton } from '../actions/full-screen-button.js';

/** Dialog widths of the visual language in pixels, with their distance from the top. */
const tops = { 400: 140, 440: 140, 520: 72, 720: 72, 800: 36, 1000: 32, 1200: 24 } as const;

interface DialogProps {
  open: boolean;
  title: ReactNode;
  width: keyof typeof tops;
  /** Requests the owner to close: Escape, the cross, and the mask where `maskCloses`. */
  onClose: () => void;
  afterClose?: () => void;
  footer: ReactNode;
  maskCloses?: boolean;
  /** The first field of the body gets the focus, unless another one takes it. */
  focusesField?: boolean;
  /** It can fill the screen; the choice is kept by this name. */
  fullScreen?: string | undefined;
  children: ReactNode;
}

const FIELDS = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled)';

/** Without motion the dialog focuses its cross after the fields were made, which undoes their `autoFocus`. */
function focusField(panel: HTMLElement | null): void {
  const body = panel?.querySelector<HTMLElement>('.ant-modal-body');
  if (body && !body.contains(document.activeElement)) {
    [...body.querySelectorAll<HTMLElement>(FIELDS)].find((field) => field.checkVisibility())?.focus();
  }
}

/** The one frame of every dialog: title row, scrolling body, footer; the whole screen on a phone. */
export function Dialog({
  open,
  title,
  width,
  onClose,
  afterClose,
  footer,
  maskCloses = false,
  focusesField = false,
  fullScreen,
  children,
}: DialogProps) {
  const escape = useDialogEscape(open, onClose);
  const { t } = useTranslation();
  const phone = useIsPhone();
  const [wanted, setFull] = useFullScreen(fullScreen);
  const full = phone || wanted;
  const hasButton = fullScreen !== undefined && !phone;
  const giveFocusBack = useReturnFocus(open);
  const closed = (): void => {
    giveFocusBack();
    afterClose?.();
  };
  return (
    <Modal
      {...escape}
      open={open}
      title={<h2 className="sy-dialog-title">{title}</h2>}
      width={width}
      style={{ '--sy-dialog-top': `${tops[width]}px` } as CSSProperties}
      className={`sy-dialog${full ? ' sy-dialog-full' : ''}${hasButton ? ' sy-dialog-resizable' : ''}`}
      mask={{ closable: maskCloses }}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={onClose}
      afterClose={closed}
      focusable={{ focusTriggerAfterClose: false }}
      afterOpenChange={(shown) => shown && focusesField && focusField(escape.panelRef.current)}
      destroyOnHidden
      footer={footer}
    >
      {hasButton && <FullScreenButton className="sy-dialog-resize" isFull={wanted} onChange={setFull} />}
      {children}
    </Modal>
  );
}
