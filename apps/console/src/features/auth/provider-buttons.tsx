import type { LoginData } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** External sign-in providers; choosing one leaves the console for the provider's page. */
export function ProviderButtons({ providers }: { providers: LoginData['oidc_providers'] }) {
  const { t } = useTranslation();
  return (
    <div className="si-providers">
      {providers.map(({ id, name, color }) => (
        <Button
          key={id}
          size="large"
          block
          href={`/api/auth/oidc/${encodeURIComponent(id)}/login`}
          icon={
            <span className="si-provider" style={color ? { background: color } : undefined} aria-hidden>
              {name.charAt(0).toUpperCase()}
            </span>
          }
        >
          {t('auth.continueWith', { name })}
        </Button>
      ))}
    </div>
  );
}
