import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { DiscardDialog } from '../../components/dialogs/discard-dialog.js';
import { hasUnsaved } from '../../lib/unsaved.js';

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
  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}
