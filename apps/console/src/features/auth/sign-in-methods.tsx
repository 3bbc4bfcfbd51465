import type { LoginData } from '@switchyard/contracts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailForm } from './email-form.js';
import { SignInForm } from './sign-in-form.js';
import { late } from '../../components/feedback/late.js';

const ProviderButtons = late(async () => (await import('./provider-buttons.js')).ProviderButtons);
const VisitorEntry = late(async () => (await import('./visitor-entry.js')).VisitorEntry);
const SignInHelp = late(async () => (await import('./sign-in-help.js')).SignInHelp);

type Form = 'password' | 'email';

/** The forms that the server's settings allow, the usual one first. */
function formsOf({ login_with_password: withPassword, auth_methods: methods }: LoginData): Form[] {
  return [...(withPassword ? (['password'] as const) : []), ...('email' in methods ? (['email'] as const) : [])];
}

function HelpLink() {
  const { t } = useTranslation();
  const [helping, setHelping] = useState(false);
  return (
    <div className="si-help">
      <button type="button" className="sy-linkbutton" onClick={() => setHelping(true)}>
        {t('auth.trouble')}
      </button>
      {helping && (
        <Suspense fallback={null}>
          <SignInHelp onClosed={() => setHelping(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** First step of a sign-in: one form, and the external providers under it. `isTitled` = its title stands over it. */
export function SignInMethods({ data, isTitled }: { data: LoginData; isTitled: boolean }) {
  const { t } = useTranslation();
  const forms = formsOf(data);
  const [chosen, setChosen] = useState<Form | undefined>(forms[0]);
  const providers = data.oidc_providers;
  const other = forms.find((form) => form !== chosen);
  return (
    <>
      {isTitled && <h1>{t('auth.title')}</h1>}
      {data.demo ? (
        <Suspense fallback={null}>
          <VisitorEntry />
        </Suspense>
      ) : (
        isTitled && <p className="sy-text2">{t('auth.subtitle')}</p>
      )}
      {data.sign_in_error !== undefined && (
        <div className="si-failure" role="alert">
          {t(`auth.providerFailed.${data.sign_in_error}`)}
        </div>
      )}
      {chosen === 'password' && <SignInForm />}
      {chosen === 'email' && <EmailForm />}
      {other !== undefined && (
        <div className="si-links">
          <button type="button" className="sy-linkbutton" onClick={() => setChosen(other)}>
            {other === 'email' ? t('auth.byEmail') : t('auth.byPassword')}
          </button>
        </div>
      )}
      {chosen !== undefined && providers.length > 0 && <div className="si-or">{t('auth.or')}</div>}
      {providers.length > 0 && (
        <Suspense fallback={null}>
          <ProviderButtons providers={providers} />
        </Suspense>
      )}
      <HelpLink />
    </>
  );
}
