import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { MAX_ID_TOKENS } from '@switchyard/contracts';
import { Button, Form, Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';

/** Variables and audiences of the ID tokens that runs get. */
export function IdTokenFields() {
  const { t } = useTranslation();
  const [faultsId, hintId] = [useId(), useId()];
  return (
    <Form.List name="id_tokens">
      {(fields, { add, remove }, { errors }) => (
        <fieldset className="sy-fieldset" data-field="id_tokens" aria-describedby={hintId}>
          <legend>{t('template.idTokens')}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="sy-enum-pair">
              <Form.Item name={[name, 'variable']}>
                <Input
                  className="sy-mono"
                  spellCheck={false}
                  aria-label={t('template.idTokenVariable')}
                  placeholder="AWS_WEB_IDENTITY_TOKEN"
                />
              </Form.Item>
              <Form.Item name={[name, 'audience']}>
                <Input
                  className="sy-mono"
                  spellCheck={false}
                  aria-label={t('template.idTokenAudience')}
                  placeholder="sts.amazonaws.com"
                />
              </Form.Item>
              <IconButton
                label={t('template.removeIdToken')}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <div id={faultsId}>
            <Form.ErrorList errors={errors} />
          </div>
          <Button
            size="small"
            disabled={fields.length >= MAX_ID_TOKENS}
            aria-describedby={errors.length > 0 ? faultsId : undefined}
            icon={<PlusOutlined aria-hidden />}
            onClick={() => add({ variable: '', audience: '' })}
          >
            {t('template.addIdToken')}
          </Button>
          <p id={hintId} className="sy-text2">
            {t('template.idTokensHint')}
          </p>
        </fieldset>
      )}
    </Form.List>
  );
}
