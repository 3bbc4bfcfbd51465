import { lazy, Suspense, useSyncExternalStore } from 'react';
import { hasNotices, onNotices } from './notices.js';

const NoticeMessages = lazy(async () => ({ default: (await import('./notice-messages.js')).NoticeMessages }));

/** The place of all snackbars. */
export function NoticeOutlet() {
  const wanted = useSyncExternalStore(onNotices, hasNotices);
  return (
    wanted && (
      <Suspense fallback={null}>
        <NoticeMessages />
      </Suspense>
    )
  );
}
