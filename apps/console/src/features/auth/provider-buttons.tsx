import type { LoginData } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { providerLanding } from '../../lib/landing.js';
import { ProviderMark } from './provider-mark.js';
import { ownAddress } from '../../lib/own-address.js';

/** External sign-in providers; choosing one leaves the console for the provider's page. */
export function ProviderButtons({ providers }: { providers: LoginData['oidc_providers'] }) {
  const { t } = useTranslation();
  const { state, search } = useLocation() as { state: unknown; search: string };
  const landing = providerLanding(state, search);
  const query = landing === null ? '' : `?redirect=${encodeURIComponent(landing).replaceAll('%2F', '/')}`;
  return (
    <div className="si-providers">
      {providers.map(({ id, name, color, icon }) => (
        <a key={id} className="sy-plain" href={ownAddress(`/api/auth/oidc/${encodeURIComponent(id)}/login${query}`)}>
          <ProviderMark name={name} icon={icon} color={color} />
          {t('auth.continueWith', { name })}
        </a>
      ))}
    </div>
  );
}
