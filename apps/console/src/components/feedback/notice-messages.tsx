import { CloseOutlined } from '@ant-design/icons';
import { message } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { noticesStay } from '../../lib/lasting-notices.js';
import { Themed } from '../../theme/themed.js';
import { IconButton } from '../actions/icon-button.js';
import { takeNotices } from './notices.js';

/** A notice that stays until it is closed. */
function Staying({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      {text}
      <IconButton size="small" label={t('common.close')} icon={<CloseOutlined aria-hidden />} onClick={onClose} />
    </>
  );
}

/** Escape closes the newest of the notices that stay, before a dialog below. */
function Messages() {
  const [messages, holder] = message.useMessage();
  const staying = useRef(new Map<string, () => void>());
  useEffect(() => {
    let shown = 0;
    const { current: open } = staying;
    return takeNotices(({ kind: type, text, seconds, key = `notice-${(shown += 1)}` }) => {
      const stays = noticesStay();
      const close = (): void => {
        open.delete(key);
        messages.destroy(key);
      };
      open.delete(key);
      if (stays) {
        open.set(key, close);
      }
      const content = stays ? <Staying text={text} onClose={close} /> : text;
      void messages.open({ type, content, duration: stays ? 0 : seconds, key });
    });
  }, [messages]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const close = event.key === 'Escape' ? [...staying.current.values()].at(-1) : undefined;
      if (close) {
        event.stopImmediatePropagation();
        close();
      }
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return holder;
}

export function NoticeMessages() {
  return (
    <Themed>
      <Messages />
    </Themed>
  );
}
