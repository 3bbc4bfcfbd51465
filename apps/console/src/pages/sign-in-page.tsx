import '../styles/sign-in.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { useGetLoginDataQuery } from '../api/auth-api.js';
import { baseApi } from '../api/base-api.js';
import { Wordmark } from '../components/logo.js';
import { ProviderButtons } from '../features/auth/provider-buttons.js';
import { SignInForm } from '../features/auth/sign-in-form.js';
import { Tracks } from '../features/auth/tracks.js';
import { languageNames } from '../locales/languages.js';

const SignInHelp = lazy(async () => ({ default: (await import('../features/auth/sign-in-help.js')).SignInHelp }));

/** Where the user wanted to go before the session turned out to be over; only addresses of this console. */
function useTarget(): string {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : '/';
  return from.startsWith('/') && !from.startsWith('//') ? from : '/';
}

function useEnter(): () => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const target = useTarget();
  return () => {
    dispatch(baseApi.util.resetApiState());
    void navigate(target, { replace: true });
  };
}

function Footer() {
  const { i18n } = useTranslation();
  return (
    <footer className="si-foot">
      <span>Switchyard</span>
      <span>{window.location.host}</span>
      <span>{languageNames[i18n.language]}</span>
    </footer>
  );
}

export function SignInPage() {
  const { t } = useTranslation();
  const enter = useEnter();
  const { data } = useGetLoginDataQuery();
  const [helping, setHelping] = useState(false);
  const providers = data?.oidc_providers ?? [];
  const withPassword = data?.login_with_password ?? true;
  return (
    <main className="si-page">
      <Tracks />
      <div className="si-card">
        <Wordmark size={34} />
        <h1>{t('auth.title')}</h1>
        <p className="sy-text2">{t('auth.subtitle')}</p>
        {withPassword && <SignInForm onSignedIn={enter} />}
        {withPassword && providers.length > 0 && <div className="si-or">{t('auth.or')}</div>}
        {providers.length > 0 && <ProviderButtons providers={providers} />}
        <div className="si-help">
          <button type="button" className="sy-linkbutton" onClick={() => setHelping(true)}>
            {t('auth.trouble')}
          </button>
        </div>
      </div>
      <Footer />
      {helping && (
        <Suspense fallback={null}>
          <SignInHelp onClosed={() => setHelping(false)} />
        </Suspense>
      )}
    </main>
  );
}
