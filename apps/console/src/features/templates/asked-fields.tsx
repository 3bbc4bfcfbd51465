import { Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { SurveyList } from './survey-list.js';
import { isAnsible } from './template-values.js';
import { VaultList } from './vault-list.js';

function ListFault({ name }: { name: 'survey_vars' | 'vaults' }) {
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldError }) => (
        <p className="sy-field-fault" role="alert">
          {getFieldError(name)[0]}
        </p>
      )}
    </Form.Item>
  );
}

/** Third column: survey variables, vaults, alerts. */
export function AskedFields({ projectId, app }: { projectId: number; app: string }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>
        {t('template.asked')} <span className="sy-text2">{t('template.survey')}</span>
      </h3>
      <Form.Item name="survey_vars" noStyle>
        <SurveyList />
      </Form.Item>
      <ListFault name="survey_vars" />
      {isAnsible(app) && (
        <>
          <h3 className="sy-next">{t('template.vaults')}</h3>
          <Form.Item name="vaults" noStyle>
            <VaultList projectId={projectId} />
          </Form.Item>
          <ListFault name="vaults" />
        </>
      )}
      <h3 className="sy-next">{t('template.alerts')}</h3>
      <Form.Item name="suppress_success_alerts" valuePropName="checked" noStyle>
        <Checkbox>{t('template.suppressSuccess')}</Checkbox>
      </Form.Item>
    </section>
  );
}
