import { FileTextOutlined } from '@ant-design/icons';
import type { OwnProgram } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyBlock } from '../../components/feedback/copy-block.js';
import { installCommand } from '../../lib/install-command.js';
import type { Place } from './configs.js';
import { useMegabytes } from './use-megabytes.js';
import { ownAddress } from '../../lib/own-address.js';

/** The runner that the server brings: a command that installs it, and what that command runs. */
export function OwnRunner({ place, runner: { size, sha256 } }: { place: Place; runner: OwnProgram }) {
  const { t } = useTranslation();
  const megabytes = useMegabytes();
  return (
    <>
      <p className="in-lead sy-text2">{t('install.runnerText')}</p>
      <CopyBlock name={t('install.runnerCommand')} text={installCommand(place.address)} />
      <p className="in-runner">
        <Button href={ownAddress('/api/install/runner.sh')} target="_blank" icon={<FileTextOutlined aria-hidden />}>
          {t('install.readScript')}
        </Button>
        <Button href={ownAddress('/api/install/runner.cjs')} download="switchyard-runner.cjs">
          {t('install.download')} runner.cjs
        </Button>
        <span className="sy-text2">{megabytes(size)}</span>
      </p>
      <p className="in-sum sy-text2">
        {t('install.checksum')} <code>{sha256}</code>
      </p>
    </>
  );
}
