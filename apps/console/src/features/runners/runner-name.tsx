import type { Runner } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/actions/hint.js';
import { ResourceName } from '../../components/resource/resource-name.js';
import { listText } from '../../lib/list-text.js';

const toolsText = ({ apps }: Runner): string => listText(apps.map(({ id, version }) => `${id} ${version}`.trim()));

/** Name over version, platform and what separates tasks, which show more of that and the tools of the machine on hover or focus. */
export function RunnerName({ runner, onOpen }: { runner: Runner; onOpen?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { name, version, platform, separation } = runner;
  const tools = toolsText(runner);
  const hints = [
    ...(separation === null ? [] : [t(`runners.separationHint.${separation}`)]),
    tools === '' ? t('runners.noTools') : t('runners.tools', { tools }),
  ];
  return (
    <div className="sy-two">
      <ResourceName name={name} onOpen={onOpen} />
      {version === '' ? (
        <small>{t('runners.notConnected')}</small>
      ) : (
        <Hint title={hints.join(' ')}>
          <small className="sy-ellipsis" tabIndex={0}>
            {[version, platform, separation && t(`runners.separation.${separation}`)].filter(Boolean).join(' · ')}
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
