import type { Runner } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/actions/hint.js';
import { ResourceName } from '../../components/resource/resource-name.js';
import { listText } from '../../lib/list-text.js';

const toolsText = ({ apps }: Runner): string => listText(apps.map(({ id, version }) => `${id} ${version}`.trim()));

/** Name over version and platform, which show the tools of the machine on hover or focus. */
export function RunnerName({ runner, onOpen }: { runner: Runner; onOpen?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { name, version, platform } = runner;
  const tools = toolsText(runner);
  return (
    <div className="sy-two">
      <ResourceName name={name} onOpen={onOpen} />
      {version === '' ? (
        <small>{t('runners.notConnected')}</small>
      ) : (
        <Hint title={tools === '' ? t('runners.noTools') : t('runners.tools', { tools })}>
          <small className="sy-ellipsis" tabIndex={0}>
            {[version, platform].filter(Boolean).join(' · ')}
          </small>
        </Hint>
      )}
    </div>
  );
}

export function RunnerTags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="ru-tags">
      {tags.map((tag) => (
        <code key={tag} className="ru-tag">
          {tag}
        </code>
      ))}
    </span>
  );
}
