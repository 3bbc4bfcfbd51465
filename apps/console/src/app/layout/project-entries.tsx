import type { Project } from '@switchyard/contracts';
import {
  ApartmentOutlined,
  BranchesOutlined,
  CalendarOutlined,
  ClusterOutlined,
  CodeOutlined,
  DashboardOutlined,
  KeyOutlined,
  LinkOutlined,
  PlayCircleOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons';

/** Pages of a project in the order of the sidebar. */
const projectEntries = [
  { path: 'history', word: 'dashboard', icon: <DashboardOutlined aria-hidden /> },
  { path: 'templates', word: 'templates', icon: <PlayCircleOutlined aria-hidden /> },
  { path: 'workflows', word: 'workflows', icon: <ApartmentOutlined aria-hidden /> },
  { path: 'schedule', word: 'schedule', icon: <CalendarOutlined aria-hidden /> },
  { path: 'inventory', word: 'inventory', icon: <ClusterOutlined aria-hidden /> },
  { path: 'environment', word: 'environment', icon: <CodeOutlined aria-hidden /> },
  { path: 'keys', word: 'keys', icon: <KeyOutlined aria-hidden /> },
  { path: 'repositories', word: 'repositories', icon: <BranchesOutlined aria-hidden /> },
  { path: 'integrations', word: 'integrations', icon: <LinkOutlined aria-hidden /> },
  { path: 'team', word: 'team', icon: <TeamOutlined aria-hidden /> },
  { path: 'settings', word: 'settings', icon: <SettingOutlined aria-hidden /> },
] as const;

const WITHOUT_TASKS: readonly string[] = ['history', 'team', 'settings'];

/** Parts of a premium project that an address may name below it: its tabs, and the pages that it has. */
const OPENED_WITHOUT_TASKS = new Set([...WITHOUT_TASKS, 'activity', 'billing', 'install', 'news']);

/** Whether the project has the page of the address. */
export const hasPage = ({ type }: Pick<Project, 'type'>, pathname: string): boolean =>
  type !== 'premium' || OPENED_WITHOUT_TASKS.has(pathname.split('/')[3] || 'history');

/** The pages that the project has for a member: a premium one runs no tasks, and settings are for those who may change them. */
export const entriesOf = ({ type }: Pick<Project, 'type'>, mayUpdate: boolean) =>
  projectEntries
    .filter(({ path }) => type !== 'premium' || WITHOUT_TASKS.includes(path))
    .filter(({ path }) => path !== 'settings' || mayUpdate);
