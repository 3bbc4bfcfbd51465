import { DownloadOutlined } from '@ant-design/icons';
import type { Artifact } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { useMegabytes } from './use-megabytes.js';
import { ownAddress } from '../../lib/own-address.js';

function ArtifactRow({ artifact: { file, platform, architecture, type, size, sha256 } }: { artifact: Artifact }) {
  const { t } = useTranslation();
  const megabytes = useMegabytes();
  return (
    <li>
      <div className="sy-row">
        <b className="sy-grow">
          {platform} · {architecture} · {type}
        </b>
        <span className="sy-text2">{megabytes(size)}</span>
        <Button
          href={ownAddress(`/api/install/artifacts/${encodeURIComponent(file)}`)}
          download={file}
          icon={<DownloadOutlined aria-hidden />}
          aria-label={`${t('install.download')} ${file}`}
        >
          {t('install.download')}
        </Button>
      </div>
      <code>{file}</code>
      <span className="sy-text2">
        {t('install.checksum')} <code>{sha256}</code>
      </span>
    </li>
  );
}

/** The packages of the runner, with what their bytes are checked by. */
export function Artifacts({ version, artifacts }: { version: string; artifacts: readonly Artifact[] }) {
  const { t } = useTranslation();
  if (artifacts.length === 0) {
    return <EmptyState title={t('install.noArtifactsTitle')} text={t('install.noArtifactsText')} />;
  }
  return (
    <>
      <p className="in-lead sy-text2">{t('install.artifactsText', { version })}</p>
      <ul className="in-files">
        {artifacts.map((artifact) => (
          <ArtifactRow key={artifact.file} artifact={artifact} />
        ))}
      </ul>
    </>
  );
}
