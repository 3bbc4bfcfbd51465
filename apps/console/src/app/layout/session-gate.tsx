import '../../styles/shell.css';
import '../../styles/menu.css';
import '../../styles/table.css';
import '../../styles/dialog.css';
import { useEffect } from 'react';
import type { UserOptions } from '@switchyard/contracts';
import { Outlet } from 'react-router-dom';
import { useGetCurrentUserQuery } from '../../api/user-api.js';
import { ErrorScreen } from '../../components/feedback/error-screen.js';
import { SessionUser } from '../../components/session/session-user.js';
import { StartScreen } from '../../components/feedback/start-screen.js';
import { SIGNED_OUT, writeSetting } from '../../lib/local-setting.js';
import { Themed } from '../../theme/themed.js';
import { ConfirmIdentity } from '../../features/auth/confirm-identity.js';
import { SignInAgain } from '../../features/auth/sign-in-again.js';
import { NewProjectOutlet } from './new-project-outlet.js';
import { useLiveAccess } from './use-live-access.js';
import { UnsavedGuard } from './unsaved-guard.js';
import { useSubscriptionClock } from './use-subscription-clock.js';
import { takeLanguage } from '../i18n.js';
import { useThemeMode } from '../../theme/theme-mode.js';

function SignedIn({ options }: { options: UserOptions }) {
  useSavedOptions(options);
  useLiveAccess();
  useSubscriptionClock();
  useEffect(() => {
    writeSetting(SIGNED_OUT, null);
  }, []);
  return (
    <>
      <Outlet />
      <NewProjectOutlet />
    </>
  );
}

/** Everything below it has a signed-in user. A 401 leads to the sign-in page, another failure to the error page. */
export function SessionGate() {
  const { data: user, error } = useGetCurrentUserQuery();
  if (user !== undefined) {
    return (
      <SessionUser value={user}>
        <Themed>
          <SignedIn options={user.options} />
          <ConfirmIdentity />
          <SignInAgain />
          <UnsavedGuard />
        </Themed>
      </SessionUser>
    );
  }
  return error === undefined || ('status' in error && error.status === 401) ? (
    <StartScreen />
  ) : (
    <ErrorScreen error={error} />
  );
}

/** Takes over what the user chose in any browser; what was never chosen stays as this browser has it. */
function useSavedOptions({ language, theme }: UserOptions): void {
  const { choose } = useThemeMode();
  useEffect(() => {
    if (theme !== null) {
      choose(theme === 'system' ? null : theme);
    }
  }, [theme, choose]);
  useEffect(() => {
    if (language !== null) {
      void takeLanguage(language);
    }
  }, [language]);
}
