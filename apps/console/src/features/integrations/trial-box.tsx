import { type WebhookTrialAnswer } from '@switchyard/contracts';
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type IntegrationRef, useTryWebhookMutation } from '../../api/integrations-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { problemWords } from '../../lib/problem-words.js';
import { Reading } from './reading.js';
import { DemoGate } from '../../components/session/demo-gate.js';

/** `Name: value` lines; others are left out. */
function headersOf(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(lines.flatMap((line) => (line ? [[line[1] ?? '', line[2] ?? '']] : [])));
}

function Answer({ answer }: { answer: WebhookTrialAnswer }) {
  const { t } = useTranslation();
  const words = answer.matches ? 'matches' : answer.verdicts.length === 0 ? 'noMatchers' : 'differs';
  return (
    <div className="in-reading" role="status">
      {answer.problem !== null && <Alert type="warning" showIcon title={problemWords(answer.problem, t)} />}
      <Alert type={answer.matches ? 'success' : 'info'} showIcon title={t(`integration.trial.${words}`)} />
      <Reading {...answer} />
      {answer.issues.length === 0 && <p className="sy-text2">{t('integration.trial.fits')}</p>}
    </div>
  );
}

/** Shows what the integration makes of a payload, by the code that receives webhooks. */
export function TrialBox({ of }: { of: IntegrationRef }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const id = useId();
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [run, { data, isLoading }] = useTryWebhookMutation();
  const start = (): void => {
    run({ ...of, trial: { headers: headersOf(headers), body } })
      .unwrap()
      .catch((fault: unknown) => notify.error(fault));
  };
  return (
    <section className="in-section" aria-label={t('integration.trial.title')}>
      <div className="in-head">
        <h2>{t('integration.trial.title')}</h2>
        <DemoGate>
          <Button size="small" loading={isLoading} onClick={start}>
            {t('integration.trial.run')}
          </Button>
        </DemoGate>
      </div>
      <p className="sy-text2">{t('integration.trial.text')}</p>
      <div className="in-trial">
        <div>
          <label htmlFor={`${id}-headers`}>{t('integration.trial.headers')}</label>
          <Input.TextArea
            id={`${id}-headers`}
            className="sy-mono"
            rows={5}
            placeholder="X-GitHub-Event: push"
            value={headers}
            onChange={(event) => setHeaders(event.target.value)}
          />
        </div>
        <div>
          <label htmlFor={`${id}-body`}>{t('integration.trial.body')}</label>
          <Input.TextArea
            id={`${id}-body`}
            className="sy-mono"
            rows={5}
            placeholder={'{ "ref": "refs/heads/main" }'}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </div>
      </div>
      {data && <Answer answer={data} />}
    </section>
  );
}
