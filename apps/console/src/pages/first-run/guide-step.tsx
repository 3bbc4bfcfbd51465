import {
  BranchesOutlined,
  CheckOutlined,
  ClusterOutlined,
  FileTextOutlined,
  KeyOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useProject } from '../../components/page/project-context.js';
import { OPEN } from '../../lib/open-param.js';
import type { ProjectParts, StepName, StepStatus } from './steps.js';

const icons: Readonly<Record<StepName, ReactNode>> = {
  key: <KeyOutlined aria-hidden />,
  repository: <BranchesOutlined aria-hidden />,
  inventory: <ClusterOutlined aria-hidden />,
  template: <FileTextOutlined aria-hidden />,
  run: <PlayCircleOutlined aria-hidden />,
};

const pages: Readonly<Record<StepName, string>> = {
  key: 'keys',
  repository: 'repositories',
  inventory: 'inventory',
  template: 'templates',
  run: 'history',
};

/** Object that a done step made. */
function madeBy(
  name: StepName,
  { keys, repositories, inventories, templates }: ProjectParts,
): { id: number; name: string } | undefined {
  switch (name) {
    case 'key':
      return keys.find(({ type }) => type !== 'none');
    case 'repository':
      return repositories[0];
    case 'inventory':
      return inventories[0];
    default:
      return templates[0];
  }
}

/** Where what a step made is edited. */
function editPath(name: StepName, made: { id: number } | undefined): string {
  if (made === undefined || name === 'run') {
    return pages[name];
  }
  return name === 'template' ? `templates/${made.id}?${OPEN}=edit` : `${pages[name]}?${OPEN}=${made.id}`;
}

interface GuideStepProps {
  number: number;
  name: StepName;
  state: StepStatus;
  parts: ProjectParts;
  onStart: () => void;
}

function StepButton({ name, state, parts, onStart }: Pick<GuideStepProps, 'name' | 'state' | 'parts' | 'onStart'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useProject();
  if (state === 'done') {
    return (
      <Button type="text" onClick={() => void navigate(`/project/${projectId}/${editPath(name, madeBy(name, parts))}`)}>
        {t('guide.edit')}
      </Button>
    );
  }
  return (
    <Button
      type={state === 'now' ? 'primary' : 'default'}
      disabled={state === 'later'}
      icon={icons[name]}
      onClick={onStart}
    >
      {t(`guide.${name}.button`)}
    </Button>
  );
}

/** One line of the guide: number or tick, what it is for, and its button. */
export function GuideStep({ number, name, state, parts, onStart }: GuideStepProps) {
  const { t } = useTranslation();
  const made = state === 'done' ? madeBy(name, parts)?.name : undefined;
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="sy-guide-number">
        {state === 'done' ? <CheckOutlined aria-label={t('guide.done')} /> : number}
      </span>
      <div className="sy-grow">
        <b>{t(`guide.${name}.title`)}</b>
        <p>{made ?? t(`guide.${name}.text`)}</p>
      </div>
      <StepButton name={name} state={state} parts={parts} onStart={onStart} />
    </li>
  );
}
