import '../features/install/install.css';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useGetInfoQuery, useGetInstallQuery } from '../api/system-api.js';
import { LoadingRows } from '../components/data-table/loading-rows.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { useProject } from '../components/page/project-context.js';
import { Artifacts } from '../features/install/artifacts.js';
import { configs, imageCommands, type Place } from '../features/install/configs.js';
import { OwnRunner } from '../features/install/own-runner.js';
import { CopyBlock } from '../components/feedback/copy-block.js';

const PARTS = ['artifacts', 'images', 'configs'] as const;

function Images({ place }: { place: Place }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="in-lead sy-text2">{t('install.imagesText')}</p>
      {imageCommands(place).map(({ image, command }) => (
        <CopyBlock key={image} name={`switchyard/${image}`} text={command} />
      ))}
    </>
  );
}

function Configs({ place }: { place: Place }) {
  const { t } = useTranslation();
  const names = Object.keys(configs) as (keyof typeof configs)[];
  return (
    <>
      <p className="in-lead sy-text2">{t('install.configsText')}</p>
      {names.map((name) => (
        <CopyBlock key={name} name={t(`install.config.${name}`)} text={configs[name](place)} />
      ))}
    </>
  );
}

/** How to install runners for this server, and further servers. */
export function InstallPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useProject();
  const { part: wanted } = useParams();
  const part = PARTS.find((name) => name === wanted) ?? 'artifacts';
  const { data: info } = useGetInfoQuery();
  const { data, error, refetch } = useGetInstallQuery();
  if (error !== undefined) {
    return <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined || info === undefined) {
    return <LoadingRows />;
  }
  const place = { address: info.web_host.replace(/\/+$/, '') || window.location.origin, version: data.version };
  return (
    <div className="sy-body sy-body-padded">
      <div className="sy-centred">
        <Segmented<(typeof PARTS)[number]>
          aria-label={t('dashboard.install')}
          value={part}
          options={PARTS.map((name) => ({ value: name, label: t(`install.${name}`) }))}
          onChange={(name) => void navigate(`/project/${projectId}/install${name === 'artifacts' ? '' : `/${name}`}`)}
        />
        {part === 'artifacts' && data.runner && <OwnRunner place={place} runner={data.runner} />}
        {part === 'artifacts' && <Artifacts {...data} />}
        {part === 'images' && <Images place={place} />}
        {part === 'configs' && <Configs place={place} />}
      </div>
    </div>
  );
}
