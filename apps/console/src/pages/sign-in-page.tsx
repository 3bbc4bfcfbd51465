import { own } from '@switchyard/contracts';
import '../styles/sign-in.css';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { useGetAuthStateQuery, useGetLoginDataQuery } from '../api/auth-api.js';
import { baseApi } from '../api/base-api.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { Wordmark } from '../components/brand/logo.js';
import { SignInMethods } from '../features/auth/sign-in-methods.js';
import { Tracks } from '../features/auth/tracks.js';
import { wantedAddress } from '../lib/landing.js';
import { useTitle } from '../lib/page-title.js';
import { languageNames } from '../locales/languages.js';

const SecondStep = lazy(async () => ({ default: (await import('../features/auth/second-step.js')).SecondStep }));

function useEnter(): () => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { state, search } = useLocation() as { state: unknown; search: string };
  const target = wantedAddress(state, search);
  return useCallback(() => {
    dispatch(baseApi.util.resetApiState());
    void navigate(target, { replace: true });
  }, [dispatch, navigate, target]);
}

function Footer() {
  const { i18n } = useTranslation();
  return (
    <footer className="si-foot">
      <span>Switchyard</span>
      <span>{window.location.host}</span>
      <span>{own(languageNames, i18n.language)}</span>
    </footer>
  );
}

/** The step that the session of this browser is at. Nothing is shown before the server has reported it. */
function Step() {
  const enter = useEnter();
  const auth = useGetAuthStateQuery(undefined, { refetchOnMountOrArgChange: true });
  const login = useGetLoginDataQuery(undefined, { refetchOnMountOrArgChange: true });
  const signedIn = auth.data === 'signedIn' && !auth.isFetching;
  useEffect(() => {
    if (signedIn) {
      enter();
    }
  }, [signedIn, enter]);
  const error = auth.error ?? login.error;
  if (error !== undefined) {
    return <LoadFailure error={error} onRetry={() => void Promise.all([auth.refetch(), login.refetch()])} />;
  }
  if (login.data === undefined || auth.data === undefined || auth.data === 'signedIn') {
    return <div className="si-waiting" />;
  }
  if (auth.data === 'signedOut') {
    return <SignInMethods data={login.data} />;
  }
  const { totp } = login.data.auth_methods;
  return (
    <Suspense fallback={<div className="si-waiting" />}>
      <SecondStep key={auth.data} method={auth.data} allowRecovery={totp?.allow_recovery ?? false} />
    </Suspense>
  );
}

/** Signing in, in all its forms. */
export function SignInPage() {
  const { t } = useTranslation();
  useTitle('page', t('auth.title'));
  return (
    <main className="si-page">
      <Tracks />
      <div className="si-card">
        <Wordmark size={34} />
        <Step />
      </div>
      <Footer />
    </main>
  );
}
