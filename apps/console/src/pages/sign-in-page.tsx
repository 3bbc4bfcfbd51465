import '../styles/sign-in.css';
import { own } from '@switchyard/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { baseApi } from '../api/base-api.js';
import { Wordmark } from '../components/brand/logo.js';
import { SignInSteps } from '../features/auth/sign-in-steps.js';
import { wantedAddress } from '../lib/landing.js';
import { useTitle } from '../lib/page-title.js';
import { languageNames } from '../locales/languages.js';

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

/** Signing in, in all its forms. */
export function SignInPage() {
  const { t } = useTranslation();
  const { state } = useLocation() as { state: unknown };
  const isEnded = typeof state === 'object' && state !== null && 'ended' in state && state.ended === true;
  const enter = useEnter();
  useTitle('page', t('auth.title'));
  return (
    <main className="si-page">
      <Tracks />
      <div className="si-card">
        <Wordmark size={34} />
        {isEnded && (
          <p className="si-ended" role="status">
            {t('auth.ended')}
          </p>
        )}
        <SignInSteps isTitled onSignedIn={enter} />
      </div>
      <Footer />
    </main>
  );
}

/** Rails with one set route, the decoration of the sign-in page and of nothing else. */
function Tracks() {
  return (
    <svg className="si-tracks" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <path d="M0 640H1440M0 700H1440M0 760H1440M0 820H1440M1180 700l-60 60M820 760l-60 60" />
      <path className="si-lit" d="M0 640H210l60 60H470l60 60H980l60 60H1440" />
    </svg>
  );
}
