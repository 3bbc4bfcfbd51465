import type { WaitingDeviceLogin } from '@switchyard/contracts';
import { Alert, Button, Form, Input, Result } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { errorMessage } from '../api/api-error.js';
import { useDecideDeviceMutation, useLookAtDeviceMutation } from '../api/users-api.js';
import { Moment } from '../components/display/moment.js';
import { PageHead } from '../components/page/page-head.js';

interface QuestionProps {
  code: string;
  login: WaitingDeviceLogin;
  busy: boolean;
  onDecide: (approved: boolean) => void;
}

/** Whether the machine may act as the person. */
function Question({ code, login, busy, onDecide }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <>
      <Alert
        className="sy-dialog-alert"
        type="warning"
        showIcon
        title={t('device.question', { name: login.name })}
        description={
          <>
            <p>{t('device.warning')}</p>
            <code>{code}</code> · {login.ip} · <Moment value={login.created} />
          </>
        }
      />
      <div className="sy-row">
        <Button disabled={busy} onClick={() => onDecide(false)}>
          {t('device.decline')}
        </Button>
        <Button type="primary" loading={busy} onClick={() => onDecide(true)}>
          {t('device.confirm')}
        </Button>
      </div>
    </>
  );
}

/** The state of the page: a code, what waits for it, and what became of it. */
function useDevice() {
  const [search] = useSearchParams();
  const [code, setCode] = useState(search.get('code') ?? '');
  const [login, setLogin] = useState<WaitingDeviceLogin | null>(null);
  const [outcome, setOutcome] = useState<'confirmed' | 'declined' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [lookUp, looking] = useLookAtDeviceMutation();
  const [decide, deciding] = useDecideDeviceMutation();
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setFailure(null);
    await work().catch((error: unknown) => setFailure(errorMessage(error)));
  };
  return {
    code,
    setCode,
    login,
    outcome,
    failure,
    busy: looking.isLoading || deciding.isLoading,
    look: () => attempt(async () => setLogin(await lookUp(code).unwrap())),
    decide: (approved: boolean) =>
      attempt(async () => {
        await decide({ user_code: code, approved }).unwrap();
        setOutcome(approved ? 'confirmed' : 'declined');
      }),
  };
}

/** Where a person confirms the sign-in of a command line by its code. */
export function DevicePage() {
  const { t } = useTranslation();
  const { code, setCode, login, outcome, failure, busy, look, decide } = useDevice();
  if (outcome !== null) {
    return <Result status={outcome === 'confirmed' ? 'success' : 'info'} title={t(`device.${outcome}`)} />;
  }
  return (
    <>
      <PageHead title={t('device.title')} />
      <div className="sy-body sy-body-padded">
        <div className="sy-centred">
          {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
          {login === null ? (
            <Form layout="vertical" onFinish={() => void look()}>
              <Form.Item label={t('device.code')} extra={t('device.hint')}>
                <Input
                  autoFocus
                  className="sy-mono"
                  maxLength={20}
                  autoComplete="off"
                  spellCheck={false}
                  value={code}
                  onChange={({ target }) => setCode(target.value)}
                />
              </Form.Item>
              <Button type="primary" htmlType="submit" loading={busy} disabled={code.trim() === ''}>
                {t('device.next')}
              </Button>
            </Form>
          ) : (
            <Question code={code} login={login} busy={busy} onDecide={(approved) => void decide(approved)} />
          )}
        </div>
      </div>
    </>
  );
}
