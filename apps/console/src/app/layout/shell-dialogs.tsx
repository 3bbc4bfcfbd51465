import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../lib/all-texts.js';
import { type ShellCommand, useShellKeys } from './use-shell-keys.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { late } from '../../components/feedback/late.js';
import { TypeAhead } from './type-ahead.js';

const ProjectPalette = late(async () => (await withTexts(import('./project-palette.js'))).ProjectPalette);
const ShortcutsDialog = late(
  async () => (await withTexts(import('../../features/shortcuts/shortcuts-dialog.js'))).ShortcutsDialog,
);

const UserDialog = late(async () => (await withTexts(import('../../features/users/user-dialog.js'))).UserDialog);
const SubscriptionDialog = late(
  async () => (await withTexts(import('../../features/subscription/subscription-dialog.js'))).SubscriptionDialog,
);

export interface ShellDialogs {
  /** The dialog requested last. */
  shown: ShellCommand | null;
  show: (command: ShellCommand | null) => void;
}

/** Dialog that is open over the page; Ctrl+K and `?` open it. */
export function useShellDialogs(): ShellDialogs {
  const [shown, setShown] = useState<ShellCommand | null>(null);
  const toggle = useCallback(
    (command: ShellCommand) => setShown((previous) => (previous === command ? null : command)),
    [],
  );
  useShellKeys(toggle);
  return { shown, show: setShown };
}

/** Dialogs over a page at any width of the window, loaded when first opened; the palette in a project alone. */
export function ShellDialogsOutlet({ shown, show, inProject }: ShellDialogs & { inProject: boolean }) {
  const [used, setUsed] = useState(false);
  const [typed, setTyped] = useState('');
  if (inProject && shown === 'palette' && !used) {
    setUsed(true);
  }
  const onClosed = useCallback(() => show(null), [show]);
  const isOpen = shown === 'palette';
  return (
    <>
      <Suspense fallback={isOpen && <TypeAhead onTyped={setTyped} onClose={onClosed} />}>
        {used && <ProjectPalette typed={typed} open={isOpen} onClose={onClosed} onShow={show} />}
      </Suspense>
      <Suspense fallback={null}>
        {shown === 'shortcuts' && <ShortcutsDialog onClosed={onClosed} />}
        {shown === 'account' && <AccountDialog onClosed={onClosed} />}
        {shown === 'subscription' && <SubscriptionDialog onClosed={onClosed} />}
      </Suspense>
    </>
  );
}

/** The signed-in user's own account. */
function AccountDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  return <UserDialog title={t('shell.editAccount')} user={useSessionUser()} onClosed={onClosed} />;
}
