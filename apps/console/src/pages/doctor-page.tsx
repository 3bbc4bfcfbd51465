import type { DoctorReport } from '@switchyard/contracts';
import { CopyOutlined, DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { BUNDLE_ADDRESS, useGetDoctorReportQuery } from '../api/system-api.js';
import { BackButton } from '../components/actions/back-button.js';
import { Moment } from '../components/display/moment.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { useNotify } from '../components/feedback/notify.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { findingLines } from '../features/doctor/finding-words.js';
import { bySeverity, Findings } from '../features/doctor/findings.js';
import { GivenSettings } from '../features/doctor/given-settings.js';
import { copyText } from '../lib/copy-text.js';
import { NotFoundPage } from './not-found-page.js';

function CopyButton({ report: { findings } }: { report: DoctorReport }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(findingLines(bySeverity(findings), t));
    if (failure === null) {
      notify.success(t('install.copied', { name: t('shell.doctor') }));
    } else {
      notify.error(t('install.copyFailed', { message: failure }));
    }
  };
  return (
    <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
      {t('doctor.copy')}
    </Button>
  );
}

function Summary({ report: { made, findings } }: { report: DoctorReport }) {
  const { t } = useTranslation();
  const count = (level: 'fault' | 'warning'): number => findings.filter((finding) => finding.level === level).length;
  return (
    <p className="dr-summary">
      <span>{t('doctor.faults', { number: count('fault') })}</span>
      <span>{t('doctor.warnings', { number: count('warning') })}</span>
      <Moment value={made} />
    </p>
  );
}

/** Every part of the installation, what does not work, and what to do; for administrators. */
export function DoctorPage() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const { data, error, isFetching, refetch } = useGetDoctorReportQuery(undefined, {
    skip: !admin,
    refetchOnMountOrArgChange: true,
  });
  if (!admin) {
    return <NotFoundPage />;
  }
  const again = (): void => void refetch();
  return (
    <>
      <PageHead title={t('shell.doctor')} subtitle={t('doctor.subtitle')} before={<BackButton />}>
        <Button icon={<ReloadOutlined aria-hidden />} loading={isFetching} onClick={again}>
          {t('doctor.again')}
        </Button>
        {data !== undefined && <CopyButton report={data} />}
        <Button icon={<DownloadOutlined aria-hidden />} href={BUNDLE_ADDRESS} download title={t('doctor.bundleHint')}>
          {t('doctor.bundle')}
        </Button>
      </PageHead>
      <div className="sy-body dr-body" tabIndex={0}>
        {data === undefined && error !== undefined && <LoadFailure error={error} onRetry={again} />}
        {data === undefined && error === undefined && <p role="status">{t('doctor.checking')}</p>}
        {data !== undefined && (
          <>
            <Summary report={data} />
            <Findings findings={data.findings} />
            <GivenSettings settings={data.settings} />
          </>
        )}
      </div>
    </>
  );
}
