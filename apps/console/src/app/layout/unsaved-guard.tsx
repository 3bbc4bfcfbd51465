import { Suspense, useEffect, useState } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { withTexts } from '../../lib/all-texts.js';
import { discardUnsaved, hasUnsaved } from '../../lib/unsaved.js';
import { late } from '../../components/feedback/late.js';

const DiscardDialog = late(
  async () => (await withTexts(import('../../components/dialogs/discard-dialog.js'))).DiscardDialog,
);

/** Filters and tabs in the address keep a form on screen; the end of the session cannot be refused. */
const leavesForm: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/auth/login' && hasUnsaved();

/** Asks before Back, a link, a reload or the end of the tab throws away what was typed. */
export function UnsavedGuard() {
  const blocker = useBlocker(leavesForm);
  useEffect(() => {
    const keep = (event: BeforeUnloadEvent): void => (hasUnsaved() ? event.preventDefault() : undefined);
    window.addEventListener('beforeunload', keep);
    return () => window.removeEventListener('beforeunload', keep);
  }, []);
  const [asked, setAsked] = useState(false);
  const discard = (): void => {
    discardUnsaved();
    blocker.proceed?.();
  };
  const blocked = blocker.state === 'blocked';
  if (blocked && !asked) {
    setAsked(true);
  }
  return (
    asked && (
      <Suspense fallback={null}>
        <DiscardDialog open={blocked} onKeep={() => blocker.reset?.()} onDiscard={discard} />
      </Suspense>
    )
  );
}
