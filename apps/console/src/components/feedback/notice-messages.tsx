import { message } from 'antd';
import { useEffect } from 'react';
import { Themed } from '../../theme/themed.js';
import { takeNotices } from './notices.js';

function Messages() {
  const [messages, holder] = message.useMessage();
  useEffect(
    () =>
      takeNotices(({ kind, text, seconds, key }) => {
        void messages.open({ type: kind, content: text, duration: seconds, ...(key !== undefined && { key }) });
      }),
    [messages],
  );
  return holder;
}

export function NoticeMessages() {
  return (
    <Themed>
      <Messages />
    </Themed>
  );
}
