import {
  INVENTORY_TYPES,
  isFinal,
  isPlanned,
  type TaskSnapshot,
  type TaskWithTemplate,
  withVisibleControls,
} from '@switchyard/contracts';
import { Collapse } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../../components/display/dash.js';
import { RepositoryBranch } from '../../../components/resource/repository-branch.js';
import { listText } from '../../../lib/list-text.js';
import { FactTable, ResourceLink } from './fact-table.js';

/** A command as a person would read it, one argument after the other. */
const readable = (command: readonly string[]): string =>
  command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' ');

const pairs = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');

/** An image with the digest that it had when the task ran. */
const imageText = ({ image, image_digest: digest }: TaskSnapshot): string => [image, digest].filter(Boolean).join('\n');

function Text({ children }: { children: string }) {
  return children === '' ? <Dash /> : <pre className="sy-snapshot">{children}</pre>;
}

function InventoryFact({ projectId, inventory }: { projectId: number; inventory: TaskSnapshot['inventory'] }) {
  const { t } = useTranslation();
  if (!inventory) {
    return <Dash />;
  }
  const { id, name, content } = inventory;
  const known = INVENTORY_TYPES.find((each) => each === inventory.type);
  const type = known === undefined ? inventory.type : t(`inventory.types.${known}`);
  return (
    <>
      <ResourceLink projectId={projectId} path={`inventory?open=${id}`} name={name} />
      {content && (
        <Collapse
          ghost
          size="small"
          className="sy-tasklog-inventory"
          items={[{ key: 'text', label: type, children: <Text>{content}</Text> }]}
        />
      )}
    </>
  );
}

/** Settings with which a task runs, or has run. */
export function SnapshotFacts({ task, snapshot }: { task: TaskWithTemplate; snapshot: TaskSnapshot }) {
  const { t } = useTranslation();
  const { repository, inventory, runner, tool_version: version } = snapshot;
  const { project_id: projectId } = task;
  return (
    <FactTable
      title={isFinal(task.status) ? t('log.details.ranWith') : t('log.details.runsWith')}
      rows={[
        [t('log.facts.runner'), runner && `${withVisibleControls(runner.name)}${version ? ` · ${version}` : ''}`],
        [t('template.image'), snapshot.image && <Text>{imageText(snapshot)}</Text>],
        [t('log.details.command'), snapshot.command && <Text>{readable(snapshot.command)}</Text>],
        [
          t('log.details.repository'),
          <span key="repository">
            <ResourceLink projectId={projectId} path={`repositories?open=${repository.id}`} name={repository.name} />
            {' · '}
            {withVisibleControls(repository.url)}
          </span>,
        ],
        [
          t('log.details.branch'),
          <RepositoryBranch
            key="branch"
            url={repository.url}
            branch={repository.branch}
            resolved={task.commit_branch}
          />,
        ],
        [
          isPlanned(task.tpl_app) ? t('template.workspace') : t('template.inventory'),
          <InventoryFact key="inventory" projectId={projectId} inventory={inventory} />,
        ],
        [t('log.details.variables'), <Text key="variables">{pairs(snapshot.variables)}</Text>],
        [t('log.details.environment'), <Text key="environment">{pairs(snapshot.env)}</Text>],
        [t('log.details.secrets'), listText(snapshot.secret_names)],
        [t('log.details.arguments'), snapshot.arguments.length > 0 && <Text>{readable(snapshot.arguments)}</Text>],
      ]}
    />
  );
}
