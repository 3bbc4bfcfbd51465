import { type GivenSetting, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

/** The settings that the server was started with; secrets without their value. */
export function GivenSettings({ settings }: { settings: readonly GivenSetting[] }) {
  const { t } = useTranslation();
  return (
    <section className="dr-settings">
      <h2>{t('doctor.given')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('doctor.setting')}</th>
            <th scope="col">{t('doctor.value')}</th>
            <th scope="col">{t('doctor.source')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ name, value, source }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                <code>{withVisibleControls(value)}</code>
              </td>
              <td>{t(`doctor.sources.${source}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
